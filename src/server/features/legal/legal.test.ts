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

test.each(['en', 'es'])('C2: the pages that the widget links to open in %s', async (language) => {
  for (const page of ['privacy', 'terms']) {
    const answer = await app.browser().fetch(`/${page}?lang=${language}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`<html lang="${language}"`);
  }
});
