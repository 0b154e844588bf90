import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { PRODUCT_NAME: 'Slats & Co', SUPPORT_EMAIL: 'help@slats.test' } });
});
afterAll(() => app.close());

const read = async (path: string) => (await app.browser().fetch(path)).text();

test('C21: the privacy page says that mobile opt-in data isn’t shared, and how to opt out', async () => {
  const page = await read('/privacy');
  expect(page).toContain('not shared with third parties or affiliates for marketing');
  expect(page).toContain('Reply STOP');
  expect(page).toContain('Slats &amp; Co');
  expect(page).toContain('mailto:help@slats.test');
});

test('C2: the widget gets the Privacy and Terms URLs, and both open', async () => {
  const company = await app.a.company();
  const config = (await (await app.browser().fetch(`/api/widget/v1/config/${company.contractor_id}`)).json()) as {
    legal: { privacyUrl: string; termsUrl: string };
  };
  for (const url of [config.legal.privacyUrl, config.legal.termsUrl]) {
    const { origin, pathname } = new URL(url);
    expect(origin).toBe(app.config.PUBLIC_URL);
    expect((await app.browser().fetch(pathname)).status).toBe(200);
  }
});
