import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const upgrade = { cause: { code: 'UPGRADE_REQUIRED' } };

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T18:00:00Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  caller = await app.callerFor(company);
});
const onStarter = async () => {
  const starter = await app.a.company({ subscription: { subscription_tier: 'starter' } });
  return { starter, of: await app.callerFor(starter) };
};

describe('a report', () => {
  test('covers the leads created on its days in the company’s time zone, including the last day', async () => {
    await app.a.lead(company, { created_at: new Date('2026-11-01T05:59:59Z') });
    await app.a.lead(company, { created_at: new Date('2026-11-01T06:00:00Z') });
    await app.a.lead(company, { created_at: new Date('2026-12-01T06:59:59Z') });
    await app.a.lead(company, { created_at: new Date('2026-12-01T07:00:00Z') });
    expect((await caller.analytics.overview(NOVEMBER)).leads).toBe(2);
  });

  test('states when it was computed', async () => {
    expect((await caller.analytics.overview(NOVEMBER)).asOf).toBe(app.clock.now().toISOString());
  });

  test('compares with the preceding days and with the same days a year earlier', async () => {
    await app.a.lead(company, { created_at: new Date('2026-10-15T12:00:00Z') });
    await app.a.lead(company, { created_at: new Date('2025-11-15T12:00:00Z') });
    await app.a.lead(company, { created_at: new Date('2025-11-16T12:00:00Z') });
    expect((await caller.analytics.overview({ ...NOVEMBER, compare: 'previous' })).previous?.leads).toBe(1);
    expect((await caller.analytics.overview({ ...NOVEMBER, compare: 'year' })).previous?.leads).toBe(2);
  });

  test('has no win rate without leads', async () => {
    expect(await caller.analytics.overview(NOVEMBER)).toMatchObject({
      leads: 0,
      winRate: null,
      firstAnswerMinutes: null,
      bySource: [],
    });
  });

  test('refuses invalid days, and an end before the start', async () => {
    for (const wrong of [{ from: '2026-02-30' }, { to: '2026-10-31' }, { from: 'soon' }])
      await expect(caller.analytics.overview({ ...NOVEMBER, ...wrong })).rejects.toMatchObject({
        cause: { name: 'ZodError' },
      });
  });

  test('lists the leads behind a figure, page by page, newest first', async () => {
    for (let made = 0; made < 53; made += 1)
      await app.a.lead(company, { created_at: new Date(Date.UTC(2026, 10, 5, 12, made)), source: 'Yard sign' });
    await app.a.lead(company, { source: 'widget' });
    const figure = { ...NOVEMBER, figure: 'source:Yard sign' };
    const first = await caller.analytics.leads(figure);
    const second = await caller.analytics.leads({ ...figure, cursor: first.nextCursor ?? '' });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 3, null]);
    const times = [...first.items, ...second.items].map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test.each(['profit', 'outstanding:9', 'deposited:2026-13'])('refuses an unknown figure: %s', async (figure) => {
    await expect(caller.analytics.leads({ ...NOVEMBER, figure })).rejects.toMatchObject({
      cause: { code: 'VALIDATION_FAILED' },
    });
  });

  test('includes no data of other companies', async () => {
    const other = await app.a.company();
    await app.a.lead(other);
    expect((await caller.analytics.overview(NOVEMBER)).leads).toBe(0);
    expect((await caller.analytics.leads({ ...NOVEMBER, figure: 'leads' })).items).toEqual([]);
  });
});

describe('the cost of a source', () => {
  test('is prorated by days, rounded once, and shown even without leads', async () => {
    await caller.analytics.setSourceCost({ source: 'Google', month: '2026-11', costCents: 10_000 });
    await caller.analytics.setSourceCost({ source: 'Google', month: '2026-12', costCents: 3_100 });
    const cost = async (from: string, to: string) =>
      (await caller.analytics.overview({ from, to })).bySource.find(({ source }) => source === 'Google');
    expect(await cost('2026-11-01', '2026-11-30')).toMatchObject({ leads: 0, costCents: 10_000 });
    expect((await cost('2026-11-01', '2026-11-10'))?.costCents).toBe(3_333);
    expect((await cost('2026-11-30', '2026-12-02'))?.costCents).toBe(533);
    expect(await cost('2026-10-01', '2026-10-31')).toBeUndefined();
  });

  test('can be changed and removed', async () => {
    const set = (costCents: number) => caller.analytics.setSourceCost({ source: 'Fair', month: '2026-11', costCents });
    await set(500);
    await set(700);
    expect(await caller.analytics.sourceCosts({ month: '2026-11' })).toEqual([{ source: 'Fair', costCents: 700 }]);
    await set(0);
    expect(await caller.analytics.sourceCosts({ month: '2026-11' })).toEqual([]);
  });
});

describe('hostile values', () => {
  test.for(['0000-01', '0001-01', '9999-12', '2026-00', '2026-13'])('the month %s is refused', async (month) => {
    await expect(caller.analytics.sourceCosts({ month })).rejects.toThrow('Choose a month');
    await expect(caller.analytics.setSourceCost({ source: 'Fair', month, costCents: 1 })).rejects.toThrow(
      'Choose a month',
    );
  });

  test.for(['source:\u0000', 'material:a\u0000b', 'reason:\ud800', 'deposited:0000-01', 'deposited:9999-12'])(
    'the figure %j lists no leads',
    async (figure) => {
      expect(await caller.analytics.leads({ ...NOVEMBER, figure })).toEqual({ items: [], nextCursor: null });
    },
  );
});

describe('a plan without advanced analytics', () => {
  test('gets leads, funnel, win rate and sources, and null for other figures', async () => {
    const { starter, of } = await onStarter();
    await app.a.lead(starter, { outcome: 'won' });
    const report = await of.analytics.overview(NOVEMBER);
    expect(report).toMatchObject({ advanced: false, leads: 1, winRate: 1, funnel: { new: 1 }, previous: null });
    expect(report.bySource).toEqual([{ source: 'widget', leads: 1, sent: 0, won: 1, wonCents: null, costCents: null }]);
    for (const figure of [
      'firstAnswerMinutes',
      'wonCents',
      'outstandingCents',
      'depositedCents',
      'byMaterial',
      'steps',
      'lostReasons',
    ] as const)
      expect({ figure, value: report[figure] }).toEqual({ figure, value: null });
    for (const figure of ['leads', 'funnel.sent', 'source:widget', 'won'])
      await of.analytics.leads({ ...NOVEMBER, figure });
  });

  test('can’t use comparisons, filters, other figures, costs and the CSV', async () => {
    const { of } = await onStarter();
    const { analytics } = of;
    await expect(analytics.overview({ ...NOVEMBER, compare: 'year' })).rejects.toMatchObject(upgrade);
    await expect(analytics.overview({ ...NOVEMBER, filters: { zip: '83702' } })).rejects.toMatchObject(upgrade);
    await expect(analytics.leads({ ...NOVEMBER, figure: 'outstanding' })).rejects.toMatchObject(upgrade);
    await expect(analytics.leads({ ...NOVEMBER, figure: 'leads', filters: { zip: '83702' } })).rejects.toMatchObject(
      upgrade,
    );
    await expect(analytics.setSourceCost({ source: 'a', month: '2026-11', costCents: 1 })).rejects.toMatchObject(
      upgrade,
    );
    await expect(analytics.exportCsv(NOVEMBER)).rejects.toMatchObject(upgrade);
  });

  test.each(['pay_as_you_go', 'free', 'pro'] as const)('doesn’t include %s', async (tier) => {
    const more = await app.a.company({ subscription: { subscription_tier: tier, credits_bought_at: app.clock.now() } });
    const of = await app.callerFor(more);
    expect((await of.analytics.overview({ ...NOVEMBER, compare: 'previous' })).advanced).toBe(true);
  });
});

describe('the CSV of a report', () => {
  test('quotes every cell, and contains no formulas', async () => {
    await app.a.lead(company, { source: '=cmd()' });
    const { csv } = await caller.analytics.exportCsv({ ...NOVEMBER, compare: 'previous' });
    const lines = csv.replace('\uFEFF', '').trim().split('\r\n');
    for (const line of lines) expect(line).toMatch(/^"([^"]|"")*"(,"([^"]|"")*")*$/);
    expect(lines[0]).toBe('"Part","Name","2026-11-01 to 2026-11-30","Compared with"');
    expect(lines).toContain('"Summary","Leads","1","0"');
    expect(csv).toContain('"\'=cmd(): leads"');
  });
});

describe('a lead’s source', () => {
  test('is the text that the contractor enters, or else ‘manual’', async () => {
    const lead = await caller.leads.create({ name: 'Dana', email: 'dana@example.com', source: ' Yard sign ' });
    expect(lead.source).toBe('Yard sign');
    expect((await caller.leads.create({ name: 'Tom', email: 'tom@example.com' })).source).toBe('manual');
    const changed = await caller.leads.update({ leadId: lead.id, source: 'Referral' });
    expect(changed.source).toBe('Referral');
    const today = { from: '2026-11-20', to: '2026-11-20' };
    const { bySource } = await caller.analytics.overview(today);
    expect(bySource.map(({ source }) => source)).toEqual(['Referral', 'manual']);
  });
});
