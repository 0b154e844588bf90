import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { startTestApp, type TestApp } from '../caller.ts';
import { axeFaults } from './axe.ts';
import { closePages, leaveContext, openPage, openPageAnew, sharedChromium } from './chromium.ts';

/** A contractor's own site, on a different origin. The tests change its pages, which are stored by path. */
const site: Record<string, string> = {};

/** A timeout for events that take a second longer on a busy machine. */
const PATIENTLY = { timeout: 10_000 };

let app: TestApp;
let host: Server;
let hostUrl: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let company: CompanyRow;

beforeAll(async () => {
  const port = await steadyPort('widget-tab');
  app = await startTestApp({ port, env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
  host = createServer((request, response) => {
    const found = site[request.url ?? '/'];
    const type = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(found);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  browser = await sharedChromium();
  context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
});
afterAll(async () => {
  await closePages(browser);
  host.closeAllConnections();
  await new Promise((done) => host.close(done));
  await app.close();
});
beforeEach(async () => {
  company = await app.a.company({ name: `Ridge & Sons's "Best" </script>`, phone: '+12085550123' });
  await app.a.material(company, { name: '6ft Wood Picket' });
  const { email } = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  faults = [];
  page = await openPageAnew(context, app.url, faults);
  const { cookies } = await app.signIn(email);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: app.url })));
});
afterEach(async () => {
  await leaveContext(context);
  if (faults.length > 0) throw new Error(`a page met errors: ${faults.join('; ')}`);
});

const openTab = async (rest = '') => {
  await page.goto(`${app.url}/dashboard?tab=widget${rest}`);
  await page.getByRole('heading', { name: 'Your form' }).waitFor();
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const preview = () => page.frameLocator('iframe[title="Your widget"]');

/** Presses the copy button and returns the contents of the clipboard. */
const copied = async (): Promise<string> => {
  await page.getByRole('button', { name: 'Copy code' }).locator('visible=true').click();
  await page.getByText('Code copied to clipboard.').last().waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
};

const pageWith = (inside: string): string =>
  `<!doctype html><html lang="en"><head><title>Acme</title></head><body><h1>Our fences</h1>${inside}</body></html>`;

/** Opens a page of the contractor's site and submits its form as a homeowner. */
const sendLead = async (
  path: string,
  name: string,
  inside: (visit: Page) => Pick<Page, 'getByLabel' | 'getByRole' | 'getByText'>,
) => {
  const visit = await openPage(context, faults);
  await visit.goto(hostUrl + path);
  const form = inside(visit);
  await form.getByLabel('Fence length').fill('100');
  await form.getByRole('button', { name: 'Next' }).click();
  await form.getByLabel('Your name').fill(name);
  // Uses a new person each time, because a repeated request would be merged into the existing lead.
  await form.getByLabel('Email').fill(`${name.toLowerCase().replaceAll(' ', '.')}@example.com`);
  await form.getByText('Address and notes').click();
  await form.getByLabel('City').pressSequentially('st louis, mo');
  await form.getByRole('option', { name: 'Saint Louis, MO' }).click();
  await form.getByRole('button', { name: 'Send my estimate' }).click();
  await form.getByText('Thank you').waitFor();
  return visit;
};
const leads = () =>
  app.deps.system
    .selectFrom('leads')
    .select(['name', 'address', 'page_url'])
    .where('company_id', '=', company.id)
    .orderBy('id')
    .execute();

describe('the settings', () => {
  it('spec:9.20 spec:2.6 are saved at once, previewed in the real widget, and show what the plan lacks', async () => {
    await openTab();
    await preview().getByText('Two short steps.').waitFor();
    await page.getByRole('radio', { name: 'Price right away' }).check();
    await preview().getByText('Estimated price').waitFor();
    await page.getByRole('switch', { name: 'Material selection' }).click();
    await preview().getByRole('radio', { name: '6ft Wood Picket' }).waitFor();
    await page.getByLabel('Primary color', { exact: true }).fill('#ff8');
    await page.keyboard.press('Tab');
    await page.getByText('Enter a color such as #3b82f6').waitFor();
    await page.getByLabel('Primary color', { exact: true }).fill('2F6B3A');
    const edge = () =>
      preview()
        .locator('section.w')
        .evaluate((card) => getComputedStyle(card).borderTopColor);
    await expect.poll(edge, PATIENTLY).toBe('rgb(47, 107, 58)');
    const caller = await app.callerFor(company);
    expect(await caller.widget.settings()).toMatchObject({
      priceGating: false,
      materialSelection: true,
      instantQuotes: true,
      primaryColor: '#2f6b3a',
    });
    // A rejected value is reverted and the reason is shown. The page stays open.
    await context.setOffline(true);
    await page.getByRole('radio', { name: 'Price after contact details' }).click();
    await page.getByText('You’re offline. Nothing was sent.').waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Price right away' }).isChecked(), PATIENTLY).toBe(true);
    const color = page.getByLabel('Primary color', { exact: true });
    await color.fill('#aa3377');
    await expect.poll(() => color.inputValue(), PATIENTLY).toBe('#2f6b3a');
    expect(await page.getByText('You’re offline. Nothing was sent.').count()).toBe(2);
    await context.setOffline(false);

    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open demo' }).click();
    const demo = await opening;
    await demo.getByLabel('Fence length').waitFor();
    expect(demo.url()).toBe(`${app.url}/widget-demo?contractor=${company.contractor_id}`);

    await app.deps.system
      .updateTable('subscribers')
      .set({ subscription_tier: 'starter' })
      .where('company_id', '=', company.id)
      .execute();
    await openTab();
    await page.getByText('come with the Pro plan').waitFor();
    expect(await page.getByLabel('Primary color', { exact: true }).count()).toBe(0);
    await preview().getByText('Powered by Picket.').waitFor();
  });
});

it('the tab fits every width from 320 px, and says if nobody has seen the form', async () => {
  await openTab();
  await page.getByText('No one has seen your form in this period.').waitFor();
  for (const width of [320, 390, 600, 640, 700, 767, 768, 900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width]);
  }
});

describe("'AI Assistant'", () => {
  it('spec:2.39 spec:4.24 spec:4.25 spec:5.15 spec:8.45 spec:8.46 spec:9.22 leads from the website through a summary to its code, and back (spec:1.8)', async () => {
    await openTab();
    expect(await tab(/AI Assistant/).getAttribute('aria-selected')).toBe('true');
    expect(await tab('AI Assistant recommended').count()).toBe(1);
    await button('Continue').click();
    await page.getByText('Enter your website’s URL, such as acmefence.com').waitFor();
    await page.getByText('Choose your website’s platform').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')), PATIENTLY)
      .toBe('websiteUrl');
    expect(await page.getByRole('radio', { name: 'React/Next.js popular' }).count()).toBe(1);
    await page.getByLabel('Website address').fill('acme.com');
    await page.getByRole('radio', { name: 'Wix' }).check();
    await button('Continue').click();
    await page.getByRole('heading', { name: 'Check your settings before we generate your code' }).waitFor();
    for (const fact of ['https://acme.com/', 'Wix', company.name, company.contractor_id, 'None turned on'])
      expect(await page.locator('.facts dd').filter({ hasText: fact }).count()).toBe(1);
    await button('Back').click();
    expect(await page.getByLabel('Website address').inputValue()).toBe('https://acme.com/');
    await page.goBack();
    await button('Generate code').click();
    await page.getByText('Widget configuration generated!').waitFor();
    await page.getByText('choose Embed Code').waitFor();

    // As on Wix, the code runs inside an iframe.
    site['/wix-frame'] = await copied();
    site['/wix'] = pageWith('<iframe src="/wix-frame" width="600" height="900"></iframe>');
    const visit = await sendLead('/wix', 'From Wix', (opened) => opened.frameLocator('iframe'));
    expect(await visit.frameLocator('iframe').locator('[data-picket]').count()).toBe(1);
    expect(await leads()).toMatchObject([{ name: 'From Wix', page_url: `${hostUrl}/wix` }]);

    await page.reload();
    await page.getByText('choose Embed Code').waitFor();
    await button('Configure Another Widget').click();
    expect(await page.getByLabel('Website address').inputValue()).toBe('');
    await page.setViewportSize({ width: 390, height: 800 });
    await openTab();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

describe("'Manual Setup'", () => {
  it('spec:2.7 spec:2.39 spec:8.46 copies three codes, each of which produces a lead on another site (spec:1.8)', async () => {
    await openTab('&setup=manual');
    site['/html'] = pageWith(await copied());
    await tab('Advanced').click();
    site['/advanced'] = pageWith(`${await copied()}<dialog id="more"></dialog>`);
    await tab('React').click();
    // A page without HTTPS can't write to the clipboard.
    await page.evaluate(() => {
      const { clipboard } = navigator;
      Object.defineProperty(navigator, 'clipboard', {
        value: { readText: () => clipboard.readText(), writeText: () => Promise.reject(new Error('refused')) },
      });
    });
    site['/react.js'] = await bundled(await copied());
    site['/react'] = pageWith('<div id="root"></div><script src="/react.js"></script>');

    for (const [path, name] of [
      ['/button', 'A button in the corner'],
      ['/framed', 'A frame'],
    ] as const) {
      await page.getByText(name, { exact: true }).click();
      const code = page.getByRole('group').filter({ hasText: name }).locator('pre');
      site[path] = pageWith((await code.textContent()) ?? '');
    }

    await sendLead('/html', 'From HTML', (opened) => opened);
    const advanced = await sendLead('/advanced', 'From Advanced', (opened) => opened);
    expect(await advanced.locator('#fence-price > [data-picket]').count()).toBe(1);
    const told = await advanced.evaluate(() => (window as unknown as AdvancedPage).dataLayer);
    expect(told).toMatchObject([{ event: 'fence_lead' }]);
    await advanced.evaluate(() => {
      const dialog = document.querySelector<HTMLDialogElement>('#more');
      if (!dialog) return;
      dialog.showModal();
      (window as unknown as AdvancedPage).showFencePrice(dialog);
    });
    await advanced.locator('#more').getByLabel('Fence length').waitFor();

    const react = await sendLead('/react', 'From React', (opened) => opened);
    expect(await react.locator('[data-picket]').count()).toBe(1);
    await react.getByRole('button', { name: 'Leave' }).click();
    expect(await react.locator('[data-picket]').count()).toBe(0);
    await react.getByRole('button', { name: 'Come back' }).click();
    await react.getByLabel('Fence length').waitFor();
    expect(await react.locator('[data-picket]').count()).toBe(1);

    expect(await leads()).toMatchObject([
      { name: 'From HTML', address: 'Saint Louis, MO', page_url: `${hostUrl}/html` },
      { name: 'From Advanced' },
      { name: 'From React' },
    ]);

    // With a button in the corner, no part of the form is requested before the button is pressed.
    const asked: string[] = [];
    const cornered = await openPage(context, faults);
    cornered.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await cornered.goto(`${hostUrl}/button`);
    const corner = cornered.getByRole('button', { name: 'Get your fence price' });
    await corner.waitFor();
    await cornered.waitForLoadState('networkidle');
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
    await corner.click();
    const dialog = cornered.getByRole('dialog', { name: 'Get your fence price' });
    await dialog.getByLabel('Fence length').fill('184');
    expect(await axeFaults(cornered, '[data-picket-button]')).toEqual([]);
    await cornered.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await corner.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(
      true,
    );
    await corner.click();
    expect(await dialog.getByLabel('Fence length').inputValue()).toBe('184');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });

    // An iframe grows with its form, and ignores messages from any other sender.
    const framed = await openPage(context, faults);
    await framed.goto(`${hostUrl}/framed`);
    const inside = framed.frameLocator('iframe');
    await inside.getByLabel('Fence length').fill('184');
    const height = () => framed.locator('iframe').evaluate((frame) => frame.clientHeight);
    const inner = () => inside.locator('html').evaluate((root) => root.scrollHeight);
    await expect.poll(async () => (await height()) - (await inner()), PATIENTLY).toBe(0);
    const first = await height();
    await inside.getByRole('button', { name: 'Next' }).click();
    await inside.getByText('Address and notes').click();
    await expect.poll(height, PATIENTLY).toBeGreaterThan(first);
    await expect.poll(async () => (await height()) - (await inner()), PATIENTLY).toBe(0);
    const grown = await height();
    await framed.evaluate(() => {
      const told = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
      postMessage({ picket: 'height', height: 9 }, '*');
      return told.then(() => undefined);
    });
    expect(await height()).toBe(grown);

    // The tab shows these visits.
    await page.reload();
    const visitors = page.getByRole('region', { name: 'Visitors' });
    await visitors
      .getByRole('listitem')
      .filter({ hasText: 'The request reached you' })
      .getByText('3', { exact: true })
      .waitFor();
    await visitors.getByText('Where the requests came from').waitFor();
    expect(await visitors.getByText(`${new URL(hostUrl).host}/html`).isVisible()).toBe(true);
    expect(await axeFaults(page, '[aria-labelledby="widget-funnel"]')).toEqual([]);
    mkdirSync('test-results', { recursive: true });
    await visitors.screenshot({ path: 'test-results/widget-funnel-1280.png' });
    await visitors.getByText('7 days').click();
  });
});

interface AdvancedPage {
  dataLayer: unknown[];
  showFencePrice: (element: Element) => void;
}

/** Bundles the copied code into an app that navigates away from the page with the form and back. */
async function bundled(component: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { StrictMode, useState } from 'react';
        import { createRoot } from 'react-dom/client';
        import FencePrice from 'fence-price';
        function Site() {
          const [here, setHere] = useState(true);
          return <>{here && <FencePrice />}<button onClick={() => setHere(!here)}>{here ? 'Leave' : 'Come back'}</button></>;
        }
        createRoot(document.getElementById('root')).render(<StrictMode><Site /></StrictMode>);`,
      loader: 'jsx',
      resolveDir: import.meta.dirname,
    },
    plugins: [
      {
        name: 'copied',
        setup(building) {
          building.onResolve({ filter: /^fence-price$/ }, () => ({ path: 'fence-price', namespace: 'copied' }));
          building.onLoad({ filter: /.*/, namespace: 'copied' }, () => ({
            contents: component,
            loader: 'jsx',
            resolveDir: import.meta.dirname,
          }));
        },
      },
    ],
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

describe('where the form appears', () => {
  it('lists the allowed websites, explains an invalid entry, and keeps what was typed', async () => {
    await openTab();
    const list = page.getByLabel('Your websites');
    await list.fill('https://www.acme.com/fences\nnot a site');
    await button('Save websites').click();
    await page.getByText('Enter a domain such as acmefence.com').waitFor();
    expect(await list.inputValue()).toContain('not a site');
    await list.fill('https://www.acme.com/fences *.acme.net');
    await button('Save websites').click();
    await page.getByText('Websites saved').waitFor();
    expect(await list.inputValue()).toBe('www.acme.com\n*.acme.net');
  });

  it('pauses the form with the contractor’s own text', async () => {
    await openTab();
    await page.getByRole('switch', { name: 'Pause the form' }).click();
    const text = page.getByLabel('Message to visitors');
    await text.fill('Back on Monday.');
    await text.blur();
    await preview().getByText('Back on Monday.').waitFor(PATIENTLY);
    await page.getByRole('switch', { name: 'Pause the form' }).click();
    await preview().getByLabel('Fence length').waitFor(PATIENTLY);
    expect((await (await app.callerFor(company)).widget.settings()).pausedText).toBe('Back on Monday.');
  });

  it('keeps a change and the text typed after it if the settings are read before the change is saved', async () => {
    const listening = page.waitForRequest(/leads\.onChange/);
    await openTab();
    await listening;
    const { promise: read, resolve: letSave } = Promise.withResolvers<void>();
    await page.route('**/trpc/widget.updateSettings?*', async (route) => {
      await read;
      await route.continue();
    });
    await page.getByRole('switch', { name: 'Pause the form' }).click();
    const text = page.getByLabel('Message to visitors');
    await text.fill('Back on Monday.');
    const answered = page.waitForResponse(/widget\.settings/);
    await (await app.callerFor(company)).widget.updateSettings({ allowedDomains: ['acme.com'] });
    await answered;
    await expect.poll(() => page.getByLabel('Your websites').inputValue()).toBe('acme.com');
    expect(await text.inputValue()).toBe('Back on Monday.');
    letSave();
    await text.blur();
    await preview().getByText('Back on Monday.').waitFor(PATIENTLY);
  });

  it('checks a website’s URL before loading the website', async () => {
    await openTab();
    await page.getByLabel('Check my site').fill('localhost');
    await button('Check').click();
    await page.getByText('Enter your website’s URL').waitFor();
    expect(await page.getByLabel('Check my site').inputValue()).toBe('localhost');
  });

  it('gives the company its own page, with its hours', async () => {
    await openTab();
    const hosted = page.getByRole('link', { name: `${app.url}/w/` });
    await page.getByLabel('Hours').fill('Mon to Fri, 8 to 5');
    await page.getByLabel('ZIP codes you work in').fill('83702 8370');
    await button('Save').click();
    await page.getByText('Enter a five-digit ZIP code').waitFor();
    await page.getByLabel('ZIP codes you work in').fill('83702, 83642');
    await button('Save').click();
    await page.getByText('Page saved').waitFor();
    const address = (await hosted.getAttribute('href')) ?? '';
    const shown = await openPage(context, faults);
    await shown.goto(`${app.url}${address}`);
    await shown.getByText('Meridian and Boise, ID').waitFor();
    await shown.getByText('Mon to Fri, 8 to 5').waitFor();
    await shown.getByLabel('Fence length').waitFor(PATIENTLY);
    expect(await page.getByLabel('ZIP codes you work in').inputValue()).toBe('83642, 83702');
  });
});
