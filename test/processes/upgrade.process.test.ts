import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { builders, PASSWORD } from '../builders.ts';
import { testConfig } from '../caller.ts';
import { testClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { STRIPE, TWILIO } from '../delivery.ts';
import { type ProductionProcess, startServerProcess, startWorkerProcess } from '../production-processes.ts';
import { ticketOf } from '../widget-ticket.ts';

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/**
 * Returns the commit before the newest migration: the code that runs while that migration is applied. Undefined if the
 * checkout doesn't have it.
 */
function codeBefore(): string | undefined {
  const newest = readdirSync(join(ROOT, 'migrations'))
    .filter((file) => file.endsWith('.ts'))
    .toSorted((a, b) => a.localeCompare(b))
    .at(-1);
  try {
    const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', `migrations/${newest}`);
    return git('rev-parse', '--verify', `${added}~1`);
  } catch {
    return undefined;
  }
}
const before = codeBefore();

let old: string;
let database: TestDatabase;
let system: SystemDb;
let sandbox: Sandbox;
const running = new Set<ProductionProcess>();

beforeAll(async () => {
  if (before === undefined) return;
  old = mkdtempSync(join(tmpdir(), 'picket-before-'));
  execFileSync('sh', ['-c', `git archive ${before} | tar -x -C '${old}'`], { cwd: ROOT });
  symlinkSync(join(ROOT, 'node_modules'), join(old, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: old, stdio: 'ignore' });
  database = await createTestDatabase();
  const config = testConfig(database.url);
  system = createSystemDb(config, createLogger(config, 'test'));
}, 5 * MINUTE);
afterAll(async () => {
  for (const one of running) await one.kill();
  await sandbox?.close();
  await system?.destroy();
  await database?.drop();
  if (old !== undefined) rmSync(old, { recursive: true, force: true });
});

const listed = z.object({ result: z.object({ data: z.object({ items: z.array(z.object({ id: z.string() })) }) }) });

test.skipIf(before === undefined)(
  'the code before the newest migration works on the new schema, beside the new code, and after going back',
  async () => {
    const ports = { before: await steadyPort('upgrade-before'), now: await steadyPort('upgrade-now') };
    const url = `http://127.0.0.1:${ports.before}`;
    sandbox = await startSandbox({
      port: 0,
      smtpPort: 0,
      providers: ['stripe', 'twilio', 'smtp'],
      appUrl: url,
      twilio: TWILIO,
      stripe: STRIPE,
    });
    const keep = (one: ProductionProcess) => {
      running.add(one);
      return one;
    };
    const options = { databaseUrl: database.url, url, sandbox };
    const start = async (root: string, port: number) => [
      keep(await startServerProcess({ ...options, root }, port)),
      keep(startWorkerProcess({ ...options, root })),
    ];
    const a = builders(system, testClock(new Date()));
    const owner = await a.user();
    const company = await a.company({ user_id: owner.id });
    const material = await a.material(company);

    let cookie = '';
    const call = async (port: number, path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.1.2.3', cookie },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      expect([path, answer.status < 300, text]).toEqual([path, true, text]);
      for (const set of answer.headers.getSetCookie()) cookie ||= set.split(';')[0] ?? '';
      return JSON.parse(text) as unknown;
    };
    const leadsOf = async (port: number) =>
      listed.parse(await call(port, `/trpc/leads.list?input=${encodeURIComponent('{}')}`)).result.data.items;
    /** A homeowner's lead, the contractor's estimate for it, and its email, by the server at this port. */
    const work = async (port: number, name: string): Promise<void> => {
      const email = `${name}@example.com`;
      await call(port, '/api/widget/v1/leads', {
        contractorId: company.contractor_id,
        name,
        email,
        perimeter: 120,
        gateCount: 1,
        smsConsent: false,
        idempotencyKey: name,
        ticket: ticketOf(company, { config: testConfig(database.url) }),
      });
      const [lead] = await leadsOf(port);
      const leadId = lead?.id;
      await call(port, '/trpc/estimates.send', { leadId, perimeter: 120, gateCount: 1, materialId: material.id });
      const estimates = () =>
        sandbox.messages.all().filter((sent) => sent.to === email && sent.text.includes('/estimate/'));
      await vi.waitUntil(() => estimates().length > 0, { timeout: 30_000, interval: 200 });
      expect(estimates()).toHaveLength(1);
    };

    const first = await start(old, ports.before);
    await call(ports.before, '/trpc/auth.signIn', { email: owner.email, password: PASSWORD });
    await work(ports.before, 'robin-before');

    const second = await start(ROOT, ports.now);
    await work(ports.now, 'robin-now');
    expect(await leadsOf(ports.before)).toHaveLength(2);
    await work(ports.before, 'robin-beside');
    for (const one of first) await one.stop();
    await work(ports.now, 'robin-alone');

    const back = await start(old, ports.before);
    for (const one of second) await one.stop();
    await work(ports.before, 'robin-back');
    expect(await leadsOf(ports.before)).toHaveLength(5);
    for (const one of back) expect(await one.stop()).toBe(0);
  },
  4 * MINUTE,
);
