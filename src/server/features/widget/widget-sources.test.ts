import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { type WidgetPosts, widgetPosts } from '../../../../test/widget-posts.ts';

let app: TestApp;
let widget: WidgetPosts;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(() => app.close());

const leadFrom = async (company: CompanyRow, source: unknown) => {
  const { leadId } = await widget.taken(widget.lead(company, { source }));
  return (await app.callerFor(company)).leads.get({ leadId });
};

it('a source that is text becomes the lead’s source', async () => {
  const company = await app.a.company();
  expect(await leadFrom(company, ' Truck door ')).toMatchObject({ source: 'Truck door', attribution: null });
  expect(await leadFrom(company, undefined)).toMatchObject({ source: 'widget', attribution: null });
});

it('a visit is stored as first and last, without personal data from its URLs', async () => {
  const company = await app.a.company();
  const lead = await leadFrom(company, {
    referrer: 'https://www.google.com/search?q=dana+whitfield',
    landingPage: 'https://acme.com/estimate?utm_source=spring&email=dana@example.com#top',
    utmCampaign: 'Spring',
  });
  const visit = {
    name: 'google.com',
    referrer: 'https://www.google.com/search',
    landingPage: 'https://acme.com/estimate',
    utmSource: null,
    utmMedium: null,
    utmCampaign: 'Spring',
    utmTerm: null,
    utmContent: null,
  };
  expect(lead).toMatchObject({ source: 'widget', attribution: { first: visit, last: visit } });
});

it('a campaign is the visit’s name, and a page of the same site isn’t', async () => {
  const company = await app.a.company();
  const named = async (source: object) => (await leadFrom(company, source)).attribution?.first.name;
  expect(await named({ referrer: 'https://google.com/', utmSource: 'newsletter' })).toBe('newsletter');
  expect(await named({ referrer: 'https://www.acme.com/', landingPage: 'https://acme.com/fences' })).toBeNull();
});

it('the same person’s later visit becomes the lead’s last one', async () => {
  const company = await app.a.company();
  const first = widget.lead(company, { source: { utmSource: 'flyer' } });
  const { leadId } = await widget.taken(first);
  await widget.taken({
    ...first,
    perimeter: 200,
    idempotencyKey: `${first.idempotencyKey}-again`,
    source: { utmSource: 'radio' },
  });
  const { attribution } = await (await app.callerFor(company)).leads.get({ leadId });
  expect([attribution?.first.name, attribution?.last.name]).toEqual(['flyer', 'radio']);
});

it.each([[42], [['x']], [''], [{ referrer: 5, utmSource: ['x'], landingPage: 'javascript:alert(1)' }], ['x\u0000y\n']])(
  'an invalid source (%j) doesn’t cause the request to be refused',
  async (source) => {
    const lead = await leadFrom(await app.a.company(), source);
    expect(lead.attribution?.first.landingPage ?? null).toBeNull();
  },
);
