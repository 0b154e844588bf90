import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countDay } from '#core/features/widget/funnel/count-day.ts';
import { VIEWS_PER_NETWORK } from '#core/features/widget/funnel/views.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { WidgetStep } from '#shared/features/widget/funnel.rules.ts';
import { TICKET } from '#shared/features/widget/ticket.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { widgetPosts, type WidgetPosts } from '../../../../test/widget-posts.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';
import { STEPS_PER_NETWORK } from './widget.route.ts';

const SITE = 'https://acmefence.test';
const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/605.1.15';

let app: TestApp;
let widget: WidgetPosts;
let company: CompanyRow;
let networks = 0;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
});

const network = () => `172.16.${(networks += 1)}.1`;
const headers = (given: Record<string, string> = {}) => ({
  'user-agent': BROWSER,
  origin: SITE,
  'x-forwarded-for': network(),
  ...given,
});
const look = (query = '?lang=,en', given: Record<string, string> = {}, of = company) =>
  fetch(`${app.url}/api/widget/v1/config/${of.contractor_id}${query}`, { headers: headers(given) });
const report = (step: string, ticket: string, given: Record<string, string> = {}) =>
  fetch(`${app.url}/api/widget/v1/steps`, {
    method: 'POST',
    headers: { ...headers(given), 'content-type': 'text/plain' },
    body: JSON.stringify({ ticket, step }),
  });
const funnel = async (days: 7 | 30 | 90 = 7, of = company) => (await app.callerFor(of)).widget.funnel({ days });
const counts = async (days: 7 | 30 | 90 = 7, of = company) => {
  const { seen, started, priced, sent } = await funnel(days, of);
  return [seen, started, priced, sent];
};
const count = (steps: Partial<Record<WidgetStep, number>>, at = app.clock.now(), of = company) =>
  inCompany(app.deps.db, of.id, (tx) => countDay(tx, { companyId: of.id, at }, steps));

describe('a view of the form', () => {
  it('is counted on other sites and on the hosted page, but not in the demo, for programs, or while paused', async () => {
    await look();
    await look('?lang=es,es', { origin: 'null' });
    await look('?lang=en,en', { origin: '', referer: `${app.config.PUBLIC_URL}/w/${company.contractor_id}` });
    // not counted: a renewed ticket, a language change in the same form, the contractor's preview, and programs
    await look('');
    await look('?lang=es,,en');
    await look('?lang=,en', { origin: app.config.PUBLIC_URL });
    for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', ''])
      await look('?lang=,en', { 'user-agent': agent });
    const paused = await app.a.company();
    await (await app.callerFor(paused)).widget.updateSettings({ paused: true });
    await look('?lang=,en', {}, paused);
    const last = await app.a.company();
    await look('?lang=,en', {}, last);
    await expect.poll(() => counts(7, last)).toEqual([1, 0, 0, 0]);
    expect(await counts()).toEqual([3, 0, 0, 0]);
    expect(await counts(7, paused)).toEqual([0, 0, 0, 0]);
  });

  it('is counted a limited number of times per network', async () => {
    const from = network();
    await Promise.all(
      Array.from({ length: VIEWS_PER_NETWORK + 15 }, () => look('?lang=,', { 'x-forwarded-for': from })),
    );
    await look();
    await expect.poll(async () => (await counts())[0]).toBe(VIEWS_PER_NETWORK + 1);
  });
});

describe('a visitor’s steps', () => {
  it('are counted once per form, with the steps before them, even concurrently', async () => {
    const ticket = ticketOf(company, app);
    const answers = await Promise.all(
      ['started', 'priced', 'started', 'priced', 'priced'].map((step) => report(step, ticket)),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    await report('started', ticketOf(company, app));
    expect(await counts()).toEqual([0, 2, 1, 0]);
  });

  it('aren’t counted with a forged or expired ticket, in the contractor’s preview, or for another company', async () => {
    const other = await app.a.company();
    const ticket = ticketOf(company, app);
    for (const given of ['', 'forged', `${ticket}x`, ticketOf(company, app, TICKET.validFor)])
      expect((await report('started', given)).status).toBe(204);
    await report('started', ticket, { origin: app.config.PUBLIC_URL });
    await report('priced', ticketOf(other, app));
    expect(await counts()).toEqual([0, 0, 0, 0]);
    expect(await counts(7, other)).toEqual([0, 1, 1, 0]);
    for (const step of ['seen', 'sent', '', 'x'.repeat(10_000)]) expect((await report(step, ticket)).status).toBe(422);
  });

  it('are refused beyond a limit per network', async () => {
    const from = { 'x-forwarded-for': network() };
    const statuses = await Promise.all(
      Array.from({ length: STEPS_PER_NETWORK + 5 }, async () => (await report('started', 'forged', from)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('include one sent request per form, but no held ones and none from the contractor', async () => {
    const lead = widget.lead(company);
    await report('started', lead.ticket);
    await widget.taken(lead);
    await widget.taken(lead);
    await widget.taken({ ...lead, perimeter: 200, idempotencyKey: `${lead.idempotencyKey}-again` });
    await widget.taken(widget.lead(company, { ticket: undefined }));
    await widget.taken(widget.lead(company, { pageUrl: `${app.config.PUBLIC_URL}/widget-demo?contractor=x` }));
    expect(await counts()).toEqual([0, 1, 1, 1]);
    await widget.taken(widget.lead(company));
    expect(await counts()).toEqual([0, 2, 2, 2]);
  });
});

describe('the funnel', () => {
  it('counts by the company’s calendar days, and states the first day with counts', async () => {
    await sql`update company_profiles set time_zone = 'Pacific/Honolulu' where id = ${company.id}`.execute(
      app.deps.system,
    );
    const now = app.clock.now();
    for (const days of [0, 6, 7, 29]) await count({ seen: 10, sent: 1 }, new Date(now.getTime() - days * DAY));
    expect(await counts(7)).toEqual([20, 0, 0, 2]);
    expect(await counts(30)).toEqual([40, 0, 0, 4]);
    expect((await funnel(30)).since).toBeNull();
    const first = new Date(now.getTime() - 29 * DAY);
    expect((await funnel(90)).since).toBe(
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Honolulu' }).format(first),
    );
  });

  it('never counts more than 100,000 on a day', async () => {
    await count({ seen: 99_999, started: 99_999 });
    await count({ seen: 500, started: 1 });
    await count({ seen: 500, started: 1 });
    expect(await counts()).toEqual([100_000, 100_000, 0, 0]);
    await expect(
      sql`update widget_days set priced = 100001 where company_id = ${company.id}`.execute(app.deps.system),
    ).rejects.toThrow('widget_days_priced_check');
  });

  it('lists the sources of the requests, without held ones', async () => {
    const visit = (utmSource?: string, page = 'https://www.acme.test/fences?gclid=1') => ({
      source: { referrer: 'https://acme.test/', landingPage: page, utmSource },
    });
    await widget.taken(widget.lead(company, visit('yard-sign')));
    await widget.taken(widget.lead(company, visit('yard-sign')));
    await widget.taken(widget.lead(company, visit(undefined, 'https://acme.test/contact')));
    await widget.taken(widget.lead(company, { ...visit('spam'), ticket: undefined }));
    expect(await funnel()).toMatchObject({
      sources: [
        { name: 'yard-sign', leads: 2 },
        { name: '', leads: 1 },
      ],
      pages: [
        { name: 'acme.test/fences', leads: 2 },
        { name: 'acme.test/contact', leads: 1 },
      ],
    });
  });

  it('is separate for each company, and isn’t shown to sales members', async () => {
    await count({ seen: 5 });
    const other = await app.a.company();
    expect(await funnel(7, other)).toEqual({
      seen: 0,
      started: 0,
      priced: 0,
      sent: 0,
      since: null,
      sources: [],
      pages: [],
    });
    const sales = await app.a.member(company, 'sales');
    const caller = await app.callerFor(company, sales);
    await expect(caller.widget.funnel({ days: 7 })).rejects.toThrow('Only owners and managers can do this');
  });
});
