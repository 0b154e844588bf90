import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { MAIL_CONNECTIONS } from '#core/platform/mail.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { NOON } from '../../../../test/due-follow-up.ts';
import { manyDueMails } from '../../../../test/many-due-mails.ts';
import type { DeliveryDeps } from './delivery.ts';
import { drainMessages } from './drain.ts';
import { messageIdOf } from './wire.ts';
import { createLimits } from './limits.ts';
import { createSemaphore } from './capacity.ts';

let lab: DeliveryLab;
/** Another database session, with the rights of the database owner. */
let other: pg.Client;
let company: CompanyRow;
beforeAll(async () => {
  lab = await startDeliveryLab();
  other = new pg.Client(lab.app.config.DATABASE_URL);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await lab.close();
});
beforeEach(async () => {
  lab.app.clock.set(NOON);
  company = await lab.app.a.company();
});

const due = (count: number) => manyDueMails(lab.app.deps.system, company, { count, due: new Date(NOON) });
const statuses = async (): Promise<Record<string, number>> => {
  const byStatus = Map.groupBy(await lab.followUps(company), (row) => row.status);
  return Object.fromEntries([...byStatus].map(([status, rows]) => [status, rows.length]));
};
/** Returns how many emails each address has received. */
const received = (addresses: readonly string[]) => addresses.map((address) => lab.mails(address).length);

test('a row that can’t be written doesn’t delay its chunk, is retried later, and is counted once', async () => {
  const [bad = '', ...good] = await due(12);
  await other.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'bad row'; end $$;
    create trigger refuse before update on messages for each row when (new.to_address = '${bad}') execute function refuse()`);
  let begun = 0;
  const tally: DeliveryDeps['tally'] = { add: () => undefined, observe: () => (begun += 1) };
  await drainMessages({ ...lab.deps, tally }, company.id);
  await other.query('drop function refuse cascade');
  expect(received(good)).toEqual(good.map(() => 1));
  expect(await statuses()).toEqual({ sent: 11, scheduled: 1 });
  expect(begun).toBe(11);
  const waiting = (await lab.followUps(company)).find((row) => row.status === 'scheduled');
  expect(waiting).toMatchObject({ attempts: 1, claimed_until: null });
  expect(waiting?.due_at?.getTime()).toBeGreaterThan(Date.parse(NOON));
});

test('a locked lead doesn’t delay others, and gets no email after opting out', async () => {
  const [busy = '', ...others] = await due(12);
  await other.query('begin; set local role picket_system');
  await other.query('select id from leads where email = $1 for update', [busy]);
  const draining = lab.drain(company);
  await expect.poll(() => received(others), { timeout: 10_000 }).toEqual(others.map(() => 1));
  await other.query(
    `insert into opt_outs (company_id, channel, address, source, created_at) values ($1, 'email', $2, 'unsubscribe', $3)`,
    [company.id, busy, NOON],
  );
  await other.query('commit');
  await draining;
  expect(received([busy])).toEqual([0]);
  expect((await lab.followUps(company)).find((row) => row.status === 'skipped')?.reason).toBe(
    'Unsubscribed from emails',
  );
});

test('two workers send each of 150 emails once, and record thread, lead and follow-ups', async () => {
  const addresses = await due(150);
  const second: DeliveryDeps = { ...lab.deps, limits: createLimits() };
  await Promise.all([lab.drain(company), drainMessages(second, company.id)]);
  expect(new Set(received(addresses))).toEqual(new Set([1]));
  expect(await statuses()).toEqual({ sent: 150 });
  const { system } = lab.app.deps;
  const thread = await system.selectFrom('messages').selectAll().where('company_id', '=', company.id).execute();
  expect(thread.map(({ to_address }) => to_address).toSorted()).toEqual(addresses.toSorted());
  for (const message of thread)
    expect(message).toMatchObject({ status: 'sent', provider_id: `<${messageIdOf(message.id, lab.app.config)}>` });
  const leads = await system.selectFrom('leads').selectAll().where('company_id', '=', company.id).execute();
  expect(leads.every((lead) => lead.status === 'contacted' && lead.last_message_at?.toISOString() === NOON)).toBe(true);
  const kinds = Map.groupBy(await lab.timeline(company), (event) => event.kind);
  expect([...kinds].map(([kind, events]) => [kind, events.length])).toEqual([
    ['message_sent', 150],
    ['status_changed', 150],
  ]);
  const schedules = system.selectFrom('follow_up_schedules').where('company_id', '=', company.id);
  expect(await schedules.select('id').where('status', '!=', 'done').execute()).toEqual([]);
});

test('a worker that dies leaves at most one unknown email per connection, and the next worker sends the rest', async () => {
  const addresses = await due(100);
  const timings = { ...lab.deps.timings, leaseMs: 1_500, sendLeaseMs: 1_500 };
  const handed: string[] = [];
  const mails: DeliveryDeps['mails'] = {
    ...lab.deps.mails,
    async send(mail, begin) {
      expect(await begin()).toBe(true);
      handed.push(mail.to);
      // The process was killed before the answer arrived.
      return new Promise(() => undefined);
    },
  };
  void drainMessages({ ...lab.deps, mails, timings, limits: createLimits() }, company.id);
  await expect.poll(() => handed.length, { timeout: 10_000 }).toBe(MAIL_CONNECTIONS);
  expect((await statuses())['sending']).toBe(MAIL_CONNECTIONS);
  const next = { ...lab.deps, timings, limits: createLimits() };
  await expect
    .poll(() => drainMessages(next, company.id).then(statuses), { timeout: 15_000, interval: 200 })
    .toEqual({ unknown: MAIL_CONNECTIONS, sent: addresses.length - MAIL_CONNECTIONS });
  expect(received(addresses).filter((count) => count === 1)).toHaveLength(addresses.length - MAIL_CONNECTIONS);
  expect(received(handed)).toEqual(handed.map(() => 0));
});

test('an email that waits too long for a slow server isn’t started, and becomes due again', async () => {
  const addresses = await due(30);
  const timings = { ...lab.deps.timings, checkedForMs: 200 };
  const { calls, ...rest } = createLimits();
  let slow = 1;
  const mails: DeliveryDeps['mails'] = {
    ...lab.deps.mails,
    // The first email holds the only connection for longer than the others' checks are valid.
    async send(mail, begin) {
      if ((slow -= 1) >= 0) await wait(250);
      return lab.deps.mails.send(mail, begin);
    },
  };
  const limits = { ...rest, calls: { ...calls, email: createSemaphore(1) } };
  await drainMessages({ ...lab.deps, mails, timings, limits }, company.id);
  const { sent = 0, ...others } = await statuses();
  expect(sent).toBeLessThanOrEqual(1);
  expect(others).toEqual({ scheduled: 30 - sent });
  await lab.drain(company);
  expect(received(addresses)).toEqual(addresses.map(() => 1));
});

test('an email isn’t started if marking it took longer than half its lease', async () => {
  const [address = ''] = await due(1);
  const timings = { ...lab.deps.timings, sendLeaseMs: 1_000 };
  const asked = Promise.withResolvers<void>();
  const mails: DeliveryDeps['mails'] = {
    ...lab.deps.mails,
    send: (mail, begin) =>
      lab.deps.mails.send(mail, async () => {
        // Its mark waits for the table lock, because marking checks opt-outs.
        await other.query('begin; lock table opt_outs in access exclusive mode');
        asked.resolve();
        return begin();
      }),
  };
  const draining = drainMessages({ ...lab.deps, mails, timings }, company.id);
  await asked.promise;
  const since = performance.now();
  await expect.poll(() => performance.now() - since, { interval: 20 }).toBeGreaterThan(520);
  await other.query('commit');
  await draining;
  expect(received([address])).toEqual([0]);
  expect(await statuses()).toEqual({ scheduled: 1 });
});
