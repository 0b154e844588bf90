import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { weeklyReport } from '#core/features/reports/messages/weekly-report.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { queueWeekly } from '#core/features/reports/queue-weekly.ts';
import { createAppDb } from '#core/platform/db/app.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { queueWeeklyReports } from './weekly.sweep.ts';

/** Monday, 8:00 AM in Boise. The report's week is Nov 9 to Nov 15. */
const MONDAY = '2026-11-16T15:00:00.000Z';

let lab: DeliveryLab;
let company: CompanyRow;

beforeAll(async () => {
  lab = await startDeliveryLab({ now: MONDAY });
});
afterAll(() => lab.close());
beforeEach(async () => {
  lab.app.clock.set(MONDAY);
  company = await companyBefore();
});

type NewCompany = Parameters<DeliveryLab['app']['a']['company']>[0];
const companyBefore = (given: NewCompany = {}): Promise<CompanyRow> =>
  lab.app.a.company({ weekly_report_week: localDate('2026-11-02'), ...given });
const leads = async (of: CompanyRow, ...days: string[]): Promise<void> => {
  for (const day of days) await lab.app.a.lead(of, { created_at: new Date(`${day}T18:00:00Z`) });
};
const look = () =>
  queueWeeklyReports({
    clock: lab.app.clock,
    db: lab.app.deps.db,
    system: lab.app.deps.system,
    logger: lab.app.deps.logger,
    wakeUps: { enqueue: () => Promise.resolve() },
  });
const queued = async (of: CompanyRow) => (await lab.otherMessages(of)).filter(({ kind }) => kind === weeklyReport.kind);
const sent = async (of = company) => {
  await look();
  await lab.drain(of);
  return lab.mails(of.email).filter(({ subject }) => subject?.startsWith('Your week'));
};

test('the changed figures are emailed on Monday at 8:00, with the previous ones and a link to the report', async () => {
  await leads(company, '2026-11-03', '2026-11-09', '2026-11-15');
  lab.app.clock.set(new Date(Date.parse(MONDAY) - 1).toISOString());
  expect(await sent()).toEqual([]);
  lab.app.clock.set(MONDAY);
  const [mail] = await sent();
  expect(mail?.subject).toBe('Your week, Nov 9 to Nov 15: leads 2');
  expect(mail?.text).toContain('Leads: 2 (before: 1)');
  expect(mail?.text).not.toContain('Won');
  expect(mail?.text).toContain('/dashboard?tab=leads&view=reports&from=2026-11-09&to=2026-11-15');
});

test('one email is sent per week, even with two concurrent workers', async () => {
  await leads(company, '2026-11-10');
  await Promise.all([look(), look(), queueWeekly(lab.app.deps, company.id)]);
  lab.app.clock.advance(2 * DAY);
  expect(await sent()).toHaveLength(1);
  lab.app.clock.set('2026-11-23T16:00:00.000Z');
  expect(await sent()).toHaveLength(2);
});

test('nothing is sent if no figure changed, even if one changes later that week', async () => {
  await leads(company, '2026-11-04', '2026-11-11');
  expect(await sent()).toEqual([]);
  await leads(company, '2026-11-12');
  lab.app.clock.advance(DAY);
  expect(await sent()).toEqual([]);
});

test('after an outage, one late email is sent, during the day and only for the last week', async () => {
  await leads(company, '2026-11-10', '2026-11-18', '2026-11-19');
  lab.app.clock.set('2026-11-28T10:00:00.000Z');
  expect(await sent()).toEqual([]);
  lab.app.clock.set('2026-11-28T16:00:00.000Z');
  const mails = await sent();
  expect(mails.map(({ subject }) => subject)).toEqual(['Your week, Nov 16 to Nov 22: leads 2']);
  lab.app.clock.advance(HOUR);
  expect(await sent()).toHaveLength(1);
});

test('a worker that stops during the decision leaves no trace, and the next one sends the email', async () => {
  await leads(company, '2026-11-10');
  const dying = createAppDb(lab.app.config, lab.app.deps.logger, 1);
  const fails = dying.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'InsertQueryNode') throw new Error('killed');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await expect(queueWeekly({ db: fails, clock: lab.app.clock }, company.id)).rejects.toThrow('killed');
  await dying.destroy();
  expect(await queued(company)).toEqual([]);
  expect(await sent()).toHaveLength(1);
});

test.each([
  ['Pacific/Kiritimati', '2026-11-15T18:00:00.000Z'],
  ['America/New_York', '2026-11-16T13:00:00.000Z'],
  ['Pacific/Honolulu', '2026-11-16T18:00:00.000Z'],
])('the email is sent at 8:00 on Monday in the company’s time zone: %s', async (zone, eight) => {
  const there = await companyBefore({ time_zone: zone });
  await leads(there, '2026-11-10');
  lab.app.clock.set(new Date(Date.parse(eight) - 1).toISOString());
  expect(await sent(there)).toEqual([]);
  lab.app.clock.set(eight);
  expect(await sent(there)).toHaveLength(1);
});

test('the week when the clocks change has seven local days', async () => {
  const there = await companyBefore({ weekly_report_week: localDate('2026-10-19') });
  // one lead in the last hour of Sunday, Nov 1, and one in the first hour of Monday, Nov 2
  await lab.app.a.lead(there, { created_at: new Date('2026-11-02T06:30:00Z') });
  await lab.app.a.lead(there, { created_at: new Date('2026-11-02T07:30:00Z') });
  lab.app.clock.set('2026-11-02T15:00:00.000Z');
  const [mail] = await sent(there);
  expect(mail?.text).toContain('Leads: 1 (before: 0)');
});

test('a plan without advanced analytics gets the basic figures only', async () => {
  const starter = await companyBefore({ subscription: { subscription_tier: 'starter' } });
  for (const of of [company, starter])
    await lab.app.a.lead(of, { created_at: new Date('2026-11-10T18:00:00Z'), outcome: 'won', quote_cents: 100_000 });
  expect((await sent())[0]?.text).toContain('Won value: $1,000.00 (before: $0.00)');
  const [basic] = await sent(starter);
  expect(basic?.text).toContain('Leads: 1 (before: 0)');
  expect(basic?.text).not.toContain('$');
});

test('the link turns the email off without sign-in: its page changes nothing, but the page’s and the email client’s buttons do', async () => {
  await leads(company, '2026-11-10');
  const [mail] = await sent();
  const header = String(mail?.headers?.['list-unsubscribe']);
  const path = /\/weekly-report\/[\w.-]+/.exec(header)?.[0] ?? '';
  expect(mail?.text).toContain(path);
  const caller = await lab.app.callerFor(company);
  const page = await fetch(lab.app.url + path);
  expect(await page.text()).toMatch(/<button [^>]*type="submit">Turn off<\/button>/);
  expect((await caller.company.get()).weeklyReport).toBe(true);
  for (const time of [1, 2]) {
    const answer = await fetch(lab.app.url + path, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect([time, answer.status, answer.headers.get('set-cookie')]).toEqual([time, 200, null]);
    expect(await answer.text()).toContain('The weekly email is off');
  }
  expect((await caller.company.get()).weeklyReport).toBe(false);
  lab.app.clock.set('2026-11-23T16:00:00.000Z');
  expect(await sent()).toHaveLength(1);
  expect((await fetch(`${lab.app.url}${path}x`, { method: 'POST' })).status).toBe(404);
});

test('a waiting email isn’t sent after the weekly email is turned off in the settings', async () => {
  await leads(company, '2026-11-10');
  await look();
  const caller = await lab.app.callerFor(company);
  expect((await caller.company.update({ weeklyReport: false })).weeklyReport).toBe(false);
  expect(await sent()).toEqual([]);
  expect((await queued(company)).map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'The weekly email is turned off'],
  ]);
});
