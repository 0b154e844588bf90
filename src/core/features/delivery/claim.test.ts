import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { leadReceived } from '#core/features/leads/messages/lead-messages.ts';
import { enqueueMessage } from '#core/features/messages/enqueue-message.ts';
import { claimDue, cursorAfter, START } from './claim.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('claims what people wait for before follow-ups, each by due time, and goes on after them', async () => {
  const company = await app.a.company();
  const lead = await app.a.lead(company);
  const now = app.clock.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * SECOND);
  const schedule = await app.a.schedule(company, lead, { channel: 'email' });
  for (const step of [1, 2, 3]) await app.a.followUp(schedule, { step, channel: 'email', due_at: ago(100 - step) });
  await app.a.followUp(schedule, { step: 4, channel: 'email', due_at: ago(-1) });
  await app.deps.system.transaction().execute(async (tx) => {
    const mail = { companyId: company.id, leadId: lead.id, kind: leadReceived, channel: 'email', payload: {} } as const;
    for (const seconds of [1, 3, 2]) await enqueueMessage(tx, { ...mail, to: `a${seconds}@b.test`, at: ago(seconds) });
  });
  const claim = (after = START) =>
    inCompany(app.deps.db, company.id, (tx) =>
      claimDue(tx, { companyId: company.id, channel: 'email', now, limit: 2, leaseMs: 60_000, after }),
    );
  const seconds = (rows: Awaited<ReturnType<typeof claim>>) =>
    rows.map(({ dueAt }) => (now.getTime() - dueAt.getTime()) / SECOND);
  const first = await claim();
  expect(seconds(first)).toEqual([3, 2, 99, 98]);
  const second = await claim(cursorAfter(START, first));
  expect(seconds(second)).toEqual([1, 97]);
  const third = await claim(cursorAfter(cursorAfter(START, first), second));
  expect(third).toEqual([]);
});

test('a claim changes no column of an index, so it stays inside its page', async () => {
  const { rows } = await sql<{ def: string }>`
    select pg_get_indexdef(indexrelid) as def from pg_index where indrelid = 'messages'::regclass`.execute(
    app.deps.system,
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ def }) => /claimed_until|try_lease/.test(def))).toEqual([]);
});
