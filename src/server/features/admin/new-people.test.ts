import { afterAll, beforeAll, expect, it } from 'vitest';
import { raiseAlerts } from '#core/features/admin/alerts.ts';
import { budgetLeft, spendBudgets } from '#core/features/trust/budgets.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { ALERT_AT_NEW_PEOPLE } from '#shared/features/trust/budgets.rules.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
let admin: TestBrowser;
let company: CompanyRow;
beforeAll(async () => {
  app = await startTestApp();
  const robin = await app.a.user({ email: 'robin@picket.test' }, ['admin', 'contractor']);
  company = await app.a.company({ user_id: robin.id });
  admin = await app.signIn(robin.email);
});
afterAll(() => app.close());

const spend = (amount: number, limit = amount) =>
  inCompany(app.deps.db, company.id, (tx) =>
    spendBudgets(tx, [{ budget: 'company-recipients', key: company.id, amount, limit }], app.clock.now()),
  );
const left = () =>
  inCompany(app.deps.db, company.id, (tx) =>
    budgetLeft(tx, { budget: 'company-recipients', key: company.id, limit: 5 }, app.clock.now()),
  );
const newPeople = async () => (await admin.trpc.admin.overview.query()).newPeople;
const alerts = () =>
  app.deps.system.selectFrom('messages').select(['payload', 'to_address']).where('kind', '=', 'admin.alert').execute();
const actions = async () =>
  (await admin.trpc.admin.audit.list.query({})).items.map(({ action, subject }) => `${action} ${subject}`);

it('pausing and resuming messages to new recipients is logged once each', async () => {
  await admin.trpc.admin.pauseNewPeople.mutate({ paused: true });
  await admin.trpc.admin.pauseNewPeople.mutate({ paused: true });
  expect((await newPeople()).pausedAt).toBe(app.clock.now().toISOString());
  expect(await spend(1)).toBe('paused');
  expect(await left()).toBe(0);
  await admin.trpc.admin.pauseNewPeople.mutate({ paused: false });
  await admin.trpc.admin.pauseNewPeople.mutate({ paused: false });
  expect(await newPeople()).toMatchObject({ pausedAt: null, lastHour: 0 });
  expect(await spend(1)).toBeNull();
  expect(await actions()).toEqual([
    'platform.new_people_resumed Messages to new recipients',
    'platform.new_people_paused Messages to new recipients',
  ]);
});

it('admins are alerted once a day to unusually many new recipients', async () => {
  app.clock.advance(2 * HOUR);
  await spend(ALERT_AT_NEW_PEOPLE - 1, 10 * ALERT_AT_NEW_PEOPLE);
  await raiseAlerts(app.deps);
  expect(await alerts()).toEqual([]);
  await spend(1, 10 * ALERT_AT_NEW_PEOPLE);
  expect(await newPeople()).toMatchObject({ lastHour: ALERT_AT_NEW_PEOPLE, alertAt: ALERT_AT_NEW_PEOPLE });
  await raiseAlerts(app.deps);
  await raiseAlerts(app.deps);
  expect(await alerts()).toMatchObject([{ payload: { what: 'new-people', people: ALERT_AT_NEW_PEOPLE } }]);
  app.clock.advance(2 * HOUR);
  expect((await newPeople()).lastHour).toBe(0);
  app.clock.advance(DAY);
  await spend(ALERT_AT_NEW_PEOPLE, 10 * ALERT_AT_NEW_PEOPLE);
  await raiseAlerts(app.deps);
  expect(await alerts()).toHaveLength(2);
});

it('the panel counts held leads that await a decision', async () => {
  const before = (await newPeople()).held;
  const at = app.clock.now();
  await app.a.lead(company, { held_at: at, held_for: ['honeypot'] });
  await app.a.lead(company, { held_at: at, held_for: ['marked_spam'], spam_at: at });
  await app.a.lead(company);
  expect((await newPeople()).held).toBe(before + 1);
});
