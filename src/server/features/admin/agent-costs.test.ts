import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-11-18T12:00:00Z',
    env: { AI_BASE_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'small' },
  });
});
afterAll(() => app.close());

const spent = (company: CompanyRow, costMicros: number, status: 'used' | 'discarded' = 'used', daysAgo = 0) =>
  app.deps.system
    .insertInto('agent_costs')
    .values({
      company_id: company.id,
      conversation_id: null,
      model: 'small',
      status,
      input_tokens: 900,
      output_tokens: 100,
      cost_micros: costMicros,
      at: new Date(app.clock.now().getTime() - daysAgo * DAY),
    })
    .execute();

test('admins see this month’s model costs, in total and per company', async () => {
  const robin = await app.a.user({ email: 'robin@picket.test' }, ['admin', 'contractor']);
  const [small, large] = [await app.a.company({ name: 'Small Fence' }), await app.a.company({ name: 'Large Fence' })];
  await (await app.callerFor(large)).agent.updateSettings({ monthlyBudgetCents: 500 });
  await spent(small, 4_000);
  await spent(large, 30_000);
  await spent(large, 10_000, 'discarded');
  await spent(large, 990_000, 'used', 30);
  const admin = await app.signIn(robin.email);
  expect(await admin.trpc.admin.agentCosts.query()).toEqual({
    model: 'small',
    month: '2026-11',
    answers: 3,
    notUsed: 1,
    tokens: 3_000,
    costMicros: 44_000,
    companies: [
      {
        id: large.id,
        name: 'Large Fence',
        budgetCents: 500,
        answers: 2,
        notUsed: 1,
        tokens: 2_000,
        costMicros: 40_000,
      },
      {
        id: small.id,
        name: 'Small Fence',
        budgetCents: 2_000,
        answers: 1,
        notUsed: 0,
        tokens: 1_000,
        costMicros: 4_000,
      },
    ],
  });
});
