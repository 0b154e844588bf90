import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { inCompany } from '#core/platform/db/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const scene = async () => {
  const company = await app.a.company();
  const schedule = await app.a.schedule(company, await app.a.lead(company));
  return { company, schedule };
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** Writes a step with the columns that other programs know. */
const write = ({ company, schedule }: Scene, step: number) =>
  sql<{
    id: string;
  }>`insert into follow_up_messages (company_id, lead_id, schedule_id, step, day, channel, body, due_at, status)
    values (${company.id}, ${schedule.lead_id}, ${schedule.id}, ${step}, ${step}, 'sms', 'Hi {{name}}', ${app.clock.now()}, 'scheduled')
    returning id`;

test('a follow-up written to the view is a message, and changes and ends with it', async () => {
  const { system } = app.deps;
  const made = await scene();
  const { rows } = await write(made, 1).execute(system);
  const [row] = rows;
  const stored = () =>
    system.selectFrom('messages').selectAll().where('schedule_id', '=', made.schedule.id).executeTakeFirst();
  expect(await stored()).toMatchObject({ id: row?.id, kind: 'follow-up', template: 'Hi {{name}}', to_address: '' });
  await sql`update follow_up_messages set body = 'Bye', status = 'skipped', due_at = null where id = ${row?.id}`.execute(
    system,
  );
  expect(await stored()).toMatchObject({ template: 'Bye', status: 'skipped', due_at: null });
  await sql`delete from follow_up_messages where id = ${row?.id}`.execute(system);
  expect(await stored()).toBeUndefined();
});

test('the view hides and refuses another company’s rows, and shows nothing but follow-ups', async () => {
  const { db, system } = app.deps;
  const [mine, theirs] = [await scene(), await scene()];
  await write(mine, 1).execute(system);
  await write(theirs, 1).execute(system);
  await sql`insert into messages (company_id, kind, channel, to_address, due_at, created_at)
    values (${mine.company.id}, 'lead.notice', 'email', 'a@b.test', now(), now())`.execute(system);
  const seen = await inCompany(db, mine.company.id, (tx) =>
    tx.selectFrom('follow_up_messages').select('schedule_id').execute(),
  );
  expect(seen).toEqual([{ schedule_id: mine.schedule.id }]);
  const changed = await inCompany(db, mine.company.id, (tx) =>
    tx.updateTable('follow_up_messages').set({ reason: 'mine' }).executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(1n);
  await expect(inCompany(db, mine.company.id, (tx) => write(theirs, 2).execute(tx))).rejects.toThrow(
    /row-level security/,
  );
});

test('a change through the view waits for the row and checks its condition again', async () => {
  const { db, system } = app.deps;
  const made = await scene();
  const { rows } = await write(made, 1).execute(system);
  const taken = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const worker = inCompany(db, made.company.id, async (tx) => {
    await sql`update messages set status = 'sending' where id = ${rows[0]?.id}`.execute(tx);
    taken.resolve();
    await goOn.promise;
  });
  await taken.promise;
  const cancelled = sql`update follow_up_messages set status = 'cancelled'
    where id = ${rows[0]?.id} and status = 'scheduled'`.execute(system);
  const waiting = () => sql`select from pg_locks where not granted`.execute(system);
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 10_000 }).toBeGreaterThan(0);
  goOn.resolve();
  await worker;
  expect((await cancelled).numAffectedRows).toBe(0n);
});

test('a schedule has one message for each step and channel, and only a step has one', async () => {
  const { system } = app.deps;
  const made = await scene();
  await write(made, 1).execute(system);
  await expect(write(made, 1).execute(system)).rejects.toMatchObject({ constraint: 'messages_step_once' });
  const refused = [
    sql`update messages set kind = 'lead.notice' where schedule_id = ${made.schedule.id}`,
    sql`update messages set template = null where schedule_id = ${made.schedule.id}`,
    sql`insert into messages (company_id, kind, channel, to_address, due_at, created_at)
      values (${made.company.id}, 'follow-up', 'sms', '', now(), now())`,
    sql`insert into messages (company_id, kind, channel, to_address, due_at, created_at, step)
      values (${made.company.id}, 'lead.notice', 'sms', '', now(), now(), 1)`,
  ];
  for (const statement of refused)
    await expect(statement.execute(system)).rejects.toMatchObject({ constraint: 'messages_step' });
});
