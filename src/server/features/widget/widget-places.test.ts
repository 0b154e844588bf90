import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widgetConfigView } from '#shared/features/widget/widget.schema.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { type WidgetPosts, widgetPosts } from '../../../../test/widget-posts.ts';

let app: TestApp;
let widget: WidgetPosts;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(() => app.close());

const configFrom = (contractorId: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/widget/v1/config/${contractorId}`, { headers });
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;

describe('allowed domains', () => {
  it('let listed sites load the widget and return 403 to others', async () => {
    const company = await app.a.company();
    const caller = await app.callerFor(company);
    await caller.widget.updateSettings({ allowedDomains: ['https://acme.com/', '*.acme.net'] });
    expect((await caller.widget.settings()).allowedDomains).toEqual(['acme.com', '*.acme.net']);
    for (const origin of ['https://acme.com', 'https://www.acme.com', 'https://boise.acme.net', app.config.PUBLIC_URL])
      expect({ origin, status: (await configFrom(company.contractor_id, { origin })).status }).toEqual({
        origin,
        status: 200,
      });
    expect((await configFrom(company.contractor_id)).status).toBe(200);
    const foreign = await configFrom(company.contractor_id, { origin: 'https://other.com' });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).toBe('*');
    expect(await codeOf(foreign)).toBe('FORBIDDEN');
  });

  it('hold a request from another site, or from no site, with the same answer', async () => {
    const company = await app.a.company();
    await (await app.callerFor(company)).widget.updateSettings({ allowedDomains: ['acme.com'] });
    const origins: Record<string, string>[] = [
      { origin: 'https://acme.com' },
      { origin: 'https://other.com' },
      { origin: 'null' },
      {},
    ];
    for (const headers of origins)
      expect((await widget.post(widget.lead(company), undefined, headers)).status).toBe(201);
    expect(await widget.heldFor(company)).toEqual([null, ['foreign_site'], ['foreign_site'], ['foreign_site']]);
  });

  it('change nothing while the list is empty', async () => {
    const company = await app.a.company();
    const headers = { origin: 'https://anything.net' };
    expect((await configFrom(company.contractor_id, headers)).status).toBe(200);
    await widget.post(widget.lead(company), undefined, headers);
    expect(await widget.heldFor(company)).toEqual([null]);
  });

  it('are refused beside their field if they’re invalid', async () => {
    const caller = await app.callerFor(await app.a.company());
    await expect(caller.widget.updateSettings({ allowedDomains: ['acme.com', 'not a site'] })).rejects.toMatchObject({
      message: expect.stringContaining('domain') as string,
    });
  });
});

describe('a paused widget', () => {
  it('shows its text and refuses requests, but answers an earlier one again', async () => {
    const company = await app.a.company({ phone: '+12085550100' });
    const caller = await app.callerFor(company);
    const early = widget.lead(company);
    const { leadId } = await widget.taken(early);
    await caller.widget.updateSettings({ paused: true });

    const config = widgetConfigView.parse(await (await configFrom(company.contractor_id)).json());
    expect(config).toMatchObject({ paused: true });
    expect(config.pausedText).toBe(
      `${company.name} isn’t taking requests online right now. Please call (208) 555-0100.`,
    );
    const refused = await widget.post(widget.lead(company));
    expect(refused.status).toBe(409);
    expect(await codeOf(refused)).toBe('CONFLICT');
    expect((await widget.taken(early)).leadId).toBe(leadId);
    expect(await widget.leads(company)).toHaveLength(1);

    await caller.widget.updateSettings({ pausedText: 'Back on Monday.' });
    const said = widgetConfigView.parse(await (await configFrom(company.contractor_id)).json());
    expect(said.pausedText).toBe('Back on Monday.');
    await caller.widget.updateSettings({ paused: false });
    expect(await (await configFrom(company.contractor_id)).json()).not.toHaveProperty('paused');
    await widget.taken(widget.lead(company));
  });

  it('refuses a bot’s request too', async () => {
    const company = await app.a.company({ widget_paused: true });
    expect((await widget.post(widget.lead(company, { ticket: undefined }))).status).toBe(409);
    expect(await widget.leads(company)).toHaveLength(0);
  });
});

it('the map’s settings contain only the values that the browser needs, and images aren’t proxied', async () => {
  const response = await fetch(`${app.url}/api/widget/v1/map?lat=43.6&lon=-116.2&url=http://127.0.0.1/`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  const { MAP_TILES_URL: tilesUrl, MAP_TILES_ATTRIBUTION: attribution } = app.config;
  expect(await response.json()).toEqual({ tilesUrl, attribution, maxZoom: 20 });
  // Browsers load the map's images from their service. None of our routes proxies them.
  for (const path of ['/api/widget/v1/map/19/94000/187000', '/api/widget/v1/tiles/19/94000/187000', '/tiles/1/1/1'])
    expect((await fetch(`${app.url}${path}`)).status).toBe(404);
});

describe('the work area and hours', () => {
  it('are kept in order, each ZIP once', async () => {
    const company = await app.a.company();
    const caller = await app.callerFor(company);
    const saved = await caller.company.update({ serviceZips: ['83704', '83702-1234', '83702'], hours: 'Mon–Fri 8–5' });
    expect(saved).toMatchObject({ serviceZips: ['83702', '83704'], hours: 'Mon–Fri 8–5' });
    expect(await caller.company.get()).toMatchObject({ serviceZips: ['83702', '83704'] });
  });

  it('are refused with an invalid ZIP', async () => {
    const caller = await app.callerFor(await app.a.company());
    await expect(caller.company.update({ serviceZips: ['8370'] })).rejects.toThrow(/ZIP/);
  });
});
