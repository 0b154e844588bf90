import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { createLogger } from '#core/platform/log.ts';
import { canEnter, databaseUser } from '../../scripts/start/database-user.ts';
import { binaries, ownedFolder } from '../../scripts/start/postgres-place.ts';
import { type Cluster, type ClusterOptions, ensureDatabase, startCluster } from '../../scripts/start/postgres.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type Builders, builders } from '../builders.ts';
import { testConfig } from '../caller.ts';
import { testClock } from '../clock.ts';
import { type House, post, startHouse, status } from '../house.ts';
import { ticketOf } from '../widget-ticket.ts';

let options: ClusterOptions;
let cluster: Cluster;
let house: House;
let system: SystemDb;
let folder: string;

beforeEach(async () => {
  const user = databaseUser();
  const parent = ['/tmp', '/var/tmp'].find((place) => canEnter(place, user)) ?? '/tmp';
  folder = mkdtempSync(join(parent, 'picket-restart-'));
  ownedFolder(folder, user);
  options = {
    binaries: binaries(user),
    folder: join(folder, 'data'),
    user,
    port: await steadyPort(folder),
    password: 'restart',
  };
  cluster = await startCluster(options);
  await ensureDatabase(cluster, 'picket');
  await migrateToLatest(cluster.url('picket'));
  const config = testConfig(cluster.url('picket'));
  system = createSystemDb(config, createLogger(config, 'test'));
  house = await startHouse(cluster.url('picket'));
});

afterEach(async () => {
  await system.destroy();
  await house.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

const askForFence = (company: CompanyRow, name: string) =>
  post(`${house.url}/api/widget/v1/leads`, {
    contractorId: company.contractor_id,
    name,
    email: `${name.toLowerCase()}@example.com`,
    perimeter: 120,
    gateCount: 1,
    smsConsent: false,
    idempotencyKey: `restart-${name}`,
    ticket: ticketOf(company, { config: testConfig(cluster.url('picket')) }),
  });

/** Creates email follow-ups to different people, due now. */
async function dueMails(a: Builders, company: CompanyRow, many: number): Promise<string[]> {
  const leads = await Promise.all(Array.from({ length: many }, () => a.lead(company)));
  const day = { activated_at: new Date(Date.now() - DAY), channel: 'email' } as const;
  await Promise.all(leads.map(async (lead) => a.followUp(await a.schedule(company, lead, day), { channel: 'email' })));
  return leads.map(({ email }) => email);
}

const mailed = (name: string) => house.sentTo(`${name.toLowerCase()}@example.com`).length;

test('server and worker survive a Postgres restart and resume by themselves', async () => {
  const a = builders(system, testClock(new Date()));
  const company = await a.company();
  await house.startWorker();
  expect((await askForFence(company, 'Before')).status).toBe(201);
  await expect.poll(() => mailed('Before'), { timeout: 30_000 }).toBe(1);

  const due = await dueMails(a, company, 40);
  await cluster.stop();
  await expect.poll(() => status(`${house.url}/readyz`), { timeout: 20_000 }).toBe(503);
  const refused = await askForFence(company, 'During');
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { code: 'PROVIDER_UNAVAILABLE' } });
  expect(await status(`${house.url}/healthz`)).toBe(200);

  cluster = await startCluster(options);
  await expect.poll(() => status(`${house.url}/readyz`), { timeout: 30_000 }).toBe(200);
  // The request has the same key as during the outage. It failed then and is accepted now.
  expect((await askForFence(company, 'During')).status).toBe(201);
  await expect.poll(() => mailed('During'), { timeout: 60_000 }).toBe(1);
  expect(mailed('Before')).toBe(1);
  // Messages that were due or being sent when Postgres went away are sent exactly once.
  const gone = async () => {
    const rows = await system.selectFrom('follow_up_messages').select('status').execute();
    return rows.filter((row) => ['sent', 'unknown'].includes(row.status)).length;
  };
  await expect.poll(gone, { timeout: 90_000 }).toBe(due.length);
  expect(due.filter((email) => house.sentTo(email).length > 1)).toEqual([]);
}, 240_000);
