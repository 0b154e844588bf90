import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import type { CompanyRow } from '#core/platform/db/tables.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { builders } from '../builders.ts';
import { testConfig } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';

const PEOPLE = 40;
const KILLS = 3;
/** Short leases, or a killed worker's rows would be left alone for a minute. */
const TIMINGS = { leaseMs: 4_000, sendLeaseMs: 4_000, sweepMs: 500, lockMs: 2_000, stalledMs: 1_000 };

let database: TestDatabase;
let house: House;
let system: SystemDb;

beforeEach(async () => {
  database = await createTestDatabase();
  const config = testConfig(database.url);
  system = createSystemDb(config, createLogger(config, 'test'));
  house = await startHouse(database.url, { SANDBOX_WORKER_TIMINGS: JSON.stringify(TIMINGS) });
});

afterEach(async () => {
  await system.destroy();
  await house.close();
  await database.drop();
});

/** Hours from `now` to the next Monday to Friday, noon in Boise (MST, or an hour later in summer). */
function hoursToNoon(now: Date): number {
  const noon = new Date(now);
  noon.setUTCHours(19, 0, 0, 0);
  while (noon <= now || [0, 6].includes(noon.getUTCDay())) noon.setUTCDate(noon.getUTCDate() + 1);
  return (noon.getTime() - now.getTime()) / 3_600_000;
}

async function dueTexts(): Promise<CompanyRow> {
  const clock = house.sandbox.clock;
  const a = builders(system, clock);
  const company = await a.company();
  for (let person = 0; person < PEOPLE; person += 1) {
    const lead = await a.lead(company, { phone: `+1208557${1_000 + person}` });
    await a.consent(company, lead);
    await a.followUp(await a.schedule(company, lead, { activated_at: new Date(clock.now().getTime() - DAY) }));
  }
  return company;
}

const statuses = async (): Promise<Record<string, number>> => {
  const rows = await system.selectFrom('follow_up_messages').select('status').execute();
  return Object.fromEntries([...Map.groupBy(rows, (row) => row.status)].map(([status, of]) => [status, of.length]));
};
const countOf = async (...wanted: string[]): Promise<number> => {
  const all = await statuses();
  return wanted.reduce((sum, status) => sum + (all[status] ?? 0), 0);
};
const texts = () =>
  house.sandbox.messages.all().filter(({ channel, direction }) => channel === 'sms' && direction === 'out');

test('a worker killed again and again in the middle of sending texts nobody twice and forgets nobody', async () => {
  await house.moveClock(hoursToNoon(house.sandbox.clock.now()));
  await dueTexts();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await countOf('sent', 'delivered');
    const worker = await house.startWorker();
    // in the middle: some of what is left has gone out, the rest has not
    await expect
      .poll(async () => (await countOf('sent', 'delivered')) > before, { timeout: 60_000, interval: 1 })
      .toBe(true);
    await wait(kill * 7);
    await worker.kill();
    if ((await countOf('scheduled', 'sending')) === 0) break;
  }
  await house.startWorker();
  await expect.poll(() => countOf('sent', 'delivered'), { timeout: 120_000, interval: 500 }).toBe(PEOPLE);
  const sent = texts().map((text) => text.to);
  expect(new Set(sent).size).toBe(PEOPLE);
  expect(sent).toHaveLength(PEOPLE);
}, 300_000);

test('a worker killed while Twilio holds its requests: what never arrived goes out, once', async () => {
  await house.moveClock(hoursToNoon(house.sandbox.clock.now()));
  await dueTexts();
  house.sandbox.faults.set('twilio', 'timeout', null);
  const worker = await house.startWorker();
  await expect.poll(() => countOf('sending'), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
  await worker.kill();
  house.sandbox.faults.set('twilio', 'none', null);
  await house.startWorker();
  await expect.poll(() => countOf('sent', 'delivered'), { timeout: 150_000, interval: 500 }).toBe(PEOPLE);
  expect(new Set(texts().map((text) => text.to)).size).toBe(PEOPLE);
  expect(texts()).toHaveLength(PEOPLE);
}, 300_000);
