import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inCompany } from '#core/platform/db/app.ts';
import { type TestApp, startTestApp } from '../../../../test/caller.ts';
import { MOVES, move, moving } from './move-message.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('Postgres has the same table of moves', async () => {
  const { rows } = await sql<{ before: string; after: string }>`
    with statuses as (select unnest(${Object.keys(MOVES)}::text[]) as status)
    select b.status as before, a.status as after from statuses b, statuses a
    where is_message_move(b.status, a.status)`.execute(app.deps.system);
  const moves = Object.entries(MOVES).flatMap(([before, all]) => all.map((after) => `${before} ${after}`));
  expect(rows.map(({ before, after }) => `${before} ${after}`).toSorted()).toEqual(moves.toSorted());
});

const planted = async () => {
  const company = await app.a.company();
  const lead = await app.a.lead(company);
  const { id } = await app.deps.system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      kind: 'message.typed',
      channel: 'email',
      to_address: 'hank@homeowner.test',
      payload: '{}',
      dedupe_key: null,
      due_at: app.clock.now(),
      claimed_until: new Date(0),
      sending_at: null,
      provider_id: null,
      sent_at: null,
      reason: null,
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const status = async () =>
    (await app.deps.system.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).status;
  return { company, id, key: { rowId: id }, status };
};

test('a message moves once, and a second move says that nothing changed', async () => {
  const { company, key, status } = await planted();
  const cancel = () =>
    inCompany(app.deps.db, company.id, (tx) => move(tx, key, { from: ['scheduled'], to: 'cancelled', reason: 'No' }));
  expect([await cancel(), await cancel(), await status()]).toEqual(['moved', 'unchanged', 'cancelled']);
});

test('a message with another lease stays as it is', async () => {
  const { company, key, status } = await planted();
  const other = { from: ['scheduled'], to: 'skipped', claimedUntil: new Date(1) } as const;
  expect(await inCompany(app.deps.db, company.id, (tx) => move(tx, key, other))).toBe('unchanged');
  const own = { ...other, claimedUntil: new Date(0) };
  expect(await inCompany(app.deps.db, company.id, (tx) => move(tx, key, own))).toBe('moved');
  expect(await status()).toBe('skipped');
});

test('Postgres refuses a move that isn’t in the table, and lets people repair rows', async () => {
  const { company, id, key, status } = await planted();
  await inCompany(app.deps.db, company.id, (tx) =>
    moving({ from: ['scheduled'], to: 'skipped', where: [sql`m.id = ${id}`] }).execute(tx),
  );
  await expect(
    inCompany(app.deps.db, company.id, (tx) =>
      tx.updateTable('messages').set({ status: 'sending' }).where('id', '=', id).execute(),
    ),
  ).rejects.toMatchObject({ constraint: 'message_moves', code: '23514' });
  await expect(
    inCompany(app.deps.db, company.id, (tx) => move(tx, key, { from: ['skipped' as never], to: 'sent' })),
  ).rejects.toThrow("a message can't move from skipped to sent");
  expect(await status()).toBe('skipped');
  await app.deps.system.updateTable('messages').set({ status: 'scheduled' }).where('id', '=', id).execute();
  expect(await status()).toBe('scheduled');
});
