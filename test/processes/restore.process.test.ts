import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { ensureDatabase, type Cluster } from '../../scripts/start/postgres.ts';
import { throwawayPostgres } from '../../scripts/start/throwaway-postgres.ts';
import { DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { builders } from '../builders.ts';
import { openBrowser, testConfig } from '../caller.ts';
import { testClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { startHouse } from '../house.ts';

const APP_SECRET = 'a-secret-of-tests-that-is-long-enough';

let lost: TestDatabase;
let cluster: Cluster;
let folder: string;

beforeAll(async () => {
  lost = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'picket-backups-'));
  cluster = await throwawayPostgres('picket-restored');
  await ensureDatabase(cluster, 'picket');
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
  await lost.drop();
});

/** Runs a command of the product as the documentation says it, and returns what it printed. */
async function command(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const run = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...env },
  });
  const { stdout } = await run;
  return stdout.trim();
}

/** A company with an email that came due after the backup, and one that comes due in a while. */
async function workingCompany(url: string, soon: Date) {
  await seedDemo({ connectionString: url, now: new Date(), secret: APP_SECRET });
  const config = testConfig(url);
  const system = createSystemDb(config, createLogger(config, 'test'));
  const a = builders(system, testClock(new Date()));
  const company = await a.company();
  const begun = { activated_at: new Date(Date.now() - DAY), channel: 'email' } as const;
  const [late, due] = [await a.lead(company), await a.lead(company)];
  await a.followUp(await a.schedule(company, late, begun), { channel: 'email', due_at: new Date(Date.now() - HOUR) });
  await a.followUp(await a.schedule(company, due, begun), { channel: 'email', due_at: soon });
  await system.destroy();
  return { late, due };
}

test('a company is restored into an empty cluster, and what comes due is sent once', async () => {
  const soon = new Date(Date.now() + 2 * HOUR);
  const { late, due } = await workingCompany(lost.url, soon);
  const taken = await command('backup', ['--to', folder], { DATABASE_URL: lost.url, APP_SECRET });
  const [, backup = ''] = /to (\S+)\.$/.exec(taken) ?? [];

  const target = { DATABASE_URL: cluster.url('picket') };
  await expect(command('restore', [backup], target)).rejects.toThrow('Set APP_SECRET to the value in');
  const done = await command('restore', [backup], { ...target, APP_SECRET });
  expect(done).toMatch(/^Restored [\d,]+ rows of \d+ tables as of .*Skipped /);

  const house = await startHouse(cluster.url('picket'));
  try {
    await openBrowser(house.url).trpc.auth.signIn.mutate(DEMO);
    await house.startWorker();
    await house.moveClock(1);
    expect(house.sentTo(due.email ?? '')).toHaveLength(0);
    await house.moveClock(3);
    expect(house.sentTo(due.email ?? '')).toHaveLength(1);
    await house.moveClock(4);
    expect(house.sentTo(due.email ?? '')).toHaveLength(1);
    expect(house.sentTo(late.email ?? '')).toHaveLength(0);
  } finally {
    await house.close();
  }
}, 240_000);
