import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { refusalOf } from '../../../../test/sends.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
let admin: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  const robin = await app.a.user({ email: 'robin@picket.test' }, ['admin', 'contractor']);
  admin = await app.signIn(robin.email);
});
afterAll(() => app.close());

const ago = (days: number, ms = 0): Date => new Date(app.clock.now().getTime() - days * DAY + ms);

/** Creates a platform email with this status. */
async function message(status: 'sent' | 'failed' | 'unknown' | 'scheduled', due: Date, lateMs = 0): Promise<void> {
  const dedupeKey = crypto.randomUUID();
  await app.deps.system
    .insertInto('messages')
    .values({
      kind: 'admin.alert',
      channel: 'email',
      to_address: 'a@picket.test',
      dedupe_key: dedupeKey,
      due_at: due,
      created_at: due,
    })
    .execute();
  if (status === 'scheduled') return;
  const left = new Date(due.getTime() + lateMs);
  await app.deps.system
    .updateTable('messages')
    .set({ status, sending_at: left, ...(status === 'sent' ? { sent_at: left } : {}) })
    .where('dedupe_key', '=', dedupeKey)
    .execute();
}

it('a week of figures shows sent, failed, late, queued, sign-ups, revenue and held per day', async () => {
  const company = await app.a.company({
    subscription: { subscription_tier: 'starter', stripe_subscription_id: 'sub_1', stripe_customer_id: 'cus_1' },
  });
  await app.a.lead(company, { held_at: ago(1), held_for: ['ticket_missing'] });
  await app.a.lead(company);
  await message('sent', ago(2), 3 * MINUTE);
  await message('sent', ago(0, -MINUTE));
  await message('sent', ago(0, -MINUTE));
  await message('sent', ago(9));
  await message('failed', ago(1));
  await message('unknown', ago(6));
  await message('scheduled', ago(5));
  await message('scheduled', ago(-2));
  await app.deps.system
    .insertInto('quota_ledger')
    .values({ company_id: company.id, kind: 'credit_bought', delta: 2, at: ago(3) })
    .execute();
  const figures = await admin.trpc.admin.figures.query();
  expect(figures.days).toEqual([6, 5, 4, 3, 2, 1, 0].map((days) => localDateOf(ago(days), 'UTC')));
  expect(figures.sent).toEqual([0, 0, 0, 0, 1, 0, 2]);
  expect(figures.failed).toEqual([0, 0, 0, 0, 0, 1, 0]);
  expect(figures.unknown).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(figures.lateSeconds).toEqual([null, null, null, null, 180, null, 0]);
  expect(figures.queued).toEqual([1, 0, 1, 0, 0, 0, 0]);
  expect(figures.daysAhead[0]).toBe(figures.days[6]);
  expect(figures.revenueCents).toEqual([0, 0, 0, 2_000, 0, 0, 0]);
  expect(figures.plansCents).toBe(4_900);
  expect(figures.held).toEqual([0, 0, 0, 0, 0, 1, 0]);
});

it('figures are for admins only', async () => {
  const company = await app.a.company();
  expect(await refusalOf((await app.callerFor(company)).admin.figures())).toMatchObject({ code: 'FORBIDDEN' });
});
