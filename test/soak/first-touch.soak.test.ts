import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createLogger } from '#core/platform/log.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { type Builders, builders } from '../builders.ts';
import { testConfig } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, post, startHouse } from '../house.ts';
import { manyDueMails } from '../many-due-mails.ts';
import { inDatabase, type QueueStore, STORES } from '../queue-stores.ts';
import { noteForSoak, SOAK_COUNTS, soakCount } from '../soak-report.ts';
import { ticketOf } from '../widget-ticket.ts';

const backlog = soakCount('SOAK_BACKLOG', SOAK_COUNTS.SOAK_BACKLOG);
const LEADS = 20;

describe.each(STORES)('queue on $name', ({ open, name }) => {
  let store: QueueStore;
  let database: TestDatabase;
  let system: SystemDb;
  let house: House;
  let a: Builders;
  beforeAll(async () => {
    [store, database] = await Promise.all([open(), createTestDatabase()]);
    const config = testConfig(database.url);
    system = createSystemDb(config, createLogger(config, 'test'));
    house = await startHouse(database.url, store.env);
    a = builders(system, house.sandbox.clock);
  });
  afterAll(async () => {
    await house.close();
    await system.destroy();
    await Promise.all([database.drop(), store.close()]);
  });

  test('a new lead gets a reply and the contractor gets a notice within a minute, however many messages another company has due', async () => {
    const [big, small] = [await a.company(), await a.company()];
    const due = house.sandbox.clock.now();
    await manyDueMails(system, big, { count: backlog, due });
    // Autovacuum does this within a minute of this many new rows.
    await inDatabase(database.url, (owner) => owner.query('analyze'));
    await Promise.all([house.startWorker(), house.startWorker()]);
    await expect.poll(() => house.sandbox.messages.all().length, { timeout: MINUTE }).toBeGreaterThan(100);

    const waits: number[] = [];
    for (let lead = 0; lead < LEADS; lead += 1) {
      const since = Date.now();
      const email = await askForFence(small, lead);
      const heard = () => house.sentTo(email).length === 1 && house.sentTo(small.email).length === lead + 1;
      await expect.poll(heard, { timeout: MINUTE, interval: 50 }).toBe(true);
      waits.push(Date.now() - since);
    }
    const left = await stillDue(big);
    noteForSoak({
      what: `first touch behind ${backlog} due, queue on ${name}`,
      figures: { leads: LEADS, 'slowest (ms)': Math.max(...waits), 'still due after the last': left },
    });
    expect(left).toBeGreaterThan(0);
  });

  const stillDue = async (of: CompanyRow): Promise<number> => {
    const { count } = await system
      .selectFrom('follow_up_messages')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('company_id', '=', of.id)
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  /** Submits the widget's form. Returns the homeowner's email address. */
  const askForFence = async (of: CompanyRow, lead: number): Promise<string> => {
    const email = `new-lead-${lead}@example.com`;
    const answer = await post(`${house.url}/api/widget/v1/leads`, {
      contractorId: of.contractor_id,
      name: `Dana ${lead}`,
      email,
      perimeter: 120,
      gateCount: 1,
      smsConsent: false,
      idempotencyKey: `first-touch-${lead}`,
      ticket: ticketOf(of, { config: testConfig(database.url) }),
    });
    expect(answer.status).toBe(201);
    return email;
  };
});
