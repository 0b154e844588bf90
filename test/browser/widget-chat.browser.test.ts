import { mkdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { AgentEvent } from '#shared/features/agent/agent.schema.ts';
import { startTestApp, type TestApp } from '../caller.ts';
import { instantYard } from '../instant.ts';
import { englishIn } from '../english.ts';
import { axeFaults } from './axe.ts';
import { closeContext, openPage, sharedChromium } from './chromium.ts';
import { type FakeState, hostPage, startFakeWidgetServer, TAG } from './fake-widget-server.ts';

const PHONE = { width: 390, height: 844 };

let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
beforeAll(async () => {
  mkdirSync('test-results', { recursive: true });
  browser = await sharedChromium();
});
beforeEach(async () => {
  faults = [];
  context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  page = await openPage(context, faults);
});
afterEach(async () => {
  await closeContext(context);
  if (faults.length > 0) throw new Error(`the page met errors: ${faults.join('; ')}`);
});

const log = () => page.getByRole('log');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const said = () => log().locator('p:not([aria-hidden])').allTextContents();
const say = async (text: string, field = 'Your message') => {
  await page.getByLabel(field).fill(text);
  await page.keyboard.press('Enter');
};

describe('asking a company’s assistant from its own page', () => {
  let app: TestApp;
  let company: CompanyRow;
  beforeAll(async () => {
    app = await startTestApp();
    company = await app.a.company({ name: 'Acme Fence' });
    await app.a.material(company, { name: 'Vinyl' });
    await (await app.callerFor(company)).widget.updateSettings({ instantQuotes: true });
  });
  afterAll(() => app.close());

  const leads = async () => (await (await app.callerFor(company)).leads.list({})).items;
  const open = async (lang = 'en') => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto(`${app.url}/w/${company.contractor_id}?lang=${lang}`);
    const way = button(lang === 'es' ? 'Hacer una pregunta' : 'Ask a question');
    await way.waitFor();
    await page.screenshot({ path: `test-results/chat-way-390-${lang}.png` });
    expect(scripts).not.toContain('/widget-chat.js');
    await way.tap();
    await log().waitFor();
  };

  it('leads from a question to a price and a sent lead, and a connection that breaks changes nothing', async () => {
    expect(gzipSync(readFileSync('dist/widget/widget-chat.js')).length).toBeLessThanOrEqual(25_000);
    await open();
    await page.getByText('An automated assistant answers.').waitFor();
    expect(await page.getByLabel('Your message').evaluate((field) => field.matches(':focus'))).toBe(true);
    await say('150 ft of vinyl with 2 gates');
    await log().getByText('Estimated price').waitFor();
    await log().getByText('150 ft', { exact: true }).waitFor();
    await log().getByText('Vinyl, 2 gates', { exact: true }).waitFor();
    expect(await axeFaults(page, '[data-picket]')).toEqual([]);
    await page.screenshot({ path: 'test-results/chat-price-390-light.png' });

    const events = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          addEventListener('picket:lead', (event) => resolve((event as CustomEvent<{ leadId: string }>).detail.leadId));
        }),
    );
    await say('I’m Dana Reyes, dana.chat@example.com');
    await log().getByText('Acme Fence has your request.').waitFor();
    const [lead] = await leads();
    expect(lead).toMatchObject({ id: await events, name: 'Dana Reyes', email: 'dana.chat@example.com' });

    // The server answers, but the connection breaks before all words arrive.
    const ids: unknown[] = [];
    await page.route('**/api/widget/v1/agent', async (route) => {
      ids.push((route.request().postDataJSON() as { messageId: unknown }).messageId);
      if (ids.length > 1) return route.continue();
      await route.fetch();
      await route.fulfill({ contentType: 'text/event-stream', body: 'event: delta\ndata: {"text":"Thank"}\n\n' });
    });
    await say('Make it 160 feet');
    await log().getByText('160 ft', { exact: true }).waitFor();
    expect(new Set(ids).size).toBe(1);
    expect((await said()).filter((line) => line.includes('160 ft of Vinyl'))).toHaveLength(1);

    await page.reload();
    await button('Ask a question').tap();
    await log().getByText('160 ft', { exact: true }).waitFor();
    await page.goBack();
    await button('Get my estimate').waitFor();
    expect(await page.getByLabel('Fence length').inputValue()).toBe('160');
    await page.setViewportSize({ width: 1280, height: 900 });
    await button('Ask a question').click();
    await page.screenshot({ path: 'test-results/chat-1280-light.png' });
  });

  it('does the same in Spanish, and fills in the form from the conversation', async () => {
    await open('es');
    await say('Necesito 40 metros de vinilo, sin puertas', 'Su mensaje');
    await log().getByText('Precio estimado').waitFor();
    expect(englishIn(await page.locator('section').innerText(), ['Acme Fence', 'Vinyl'])).toEqual([]);
    await say('Mi correo es', 'Su mensaje');
    await expect.poll(async () => (await said()).at(-1)).not.toBe('Mi correo es');
    await button('Usar el formulario').tap();
    expect(await page.getByLabel('Largo', { exact: true }).inputValue()).toBe('131.23');
    await button('Ver mi presupuesto').tap();
    expect(await page.getByLabel('Notas').inputValue()).toBe('Necesito 40 metros de vinilo, sin puertas\nMi correo es');
  });

  it('links to the estimate that was sent at once, in both languages', async () => {
    for (const [lang, see] of [
      ['en', 'See and sign your estimate'],
      ['es', 'Ver y firmar su presupuesto'],
    ] as const) {
      const yard = await instantYard(app, { company: { name: 'Boise Fence' } });
      await yard.caller.widget.updateSettings({ instantQuotes: true });
      await page.goto(`${app.url}/w/${yard.company.contractor_id}?lang=${lang}`);
      await button(lang === 'es' ? 'Hacer una pregunta' : 'Ask a question').tap();
      await log().waitFor();
      const field = lang === 'es' ? 'Su mensaje' : 'Your message';
      await say(`150 ft with 1 gate in 83702, my email is chat-${lang}@example.com`, field);
      const link = log().getByRole('link', { name: see });
      await link.waitFor();
      expect(await link.getAttribute('href')).toMatch(/\/estimate\/[\w-]{43}$/);
      const { items } = await yard.caller.leads.list({});
      expect(items).toMatchObject([{ source: 'agent', instant: true, email: `chat-${lang}@example.com` }]);
      expect(await axeFaults(page, '[data-picket]')).toEqual([]);
      await page.screenshot({ path: `test-results/chat-estimate-390-${lang}.png` });
      // The conversation keeps the link when the page is loaded again.
      await page.reload();
      await button(lang === 'es' ? 'Hacer una pregunta' : 'Ask a question').tap();
      await link.waitFor();
      expect(await link.count()).toBe(1);
    }
  });

  it('isn’t offered if the company turned it off', async () => {
    await (await app.callerFor(company)).agent.updateSettings({ widget: false });
    await page.goto(`${app.url}/w/${company.contractor_id}`);
    await button('Get my estimate').waitFor();
    expect(await button('Ask a question').count()).toBe(0);
    await (await app.callerFor(company)).agent.updateSettings({ widget: true });
  });
});

const STRICT =
  "default-src 'none'; script-src 'nonce-abc'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const DONE: AgentEvent = { event: 'done', data: { conversationId: '0193a000-0000-7000-8000-00000000000c' } };
const says = (text: string): AgentEvent => ({ event: 'delta', data: { text } });

describe('the conversation on a dark, right-to-left page with a strict content security policy', () => {
  let server: Awaited<ReturnType<typeof startFakeWidgetServer>>;
  let state: FakeState;
  beforeEach(async () => {
    server = await startFakeWidgetServer();
    ({ state } = server);
    state.page.csp = STRICT;
    state.page.html = hostPage(TAG)
      .replace('<script src="/host.js"></script>', '')
      .replaceAll('<script', '<script nonce="abc"')
      .replace('<head>', '<head><meta name="color-scheme" content="dark">');
  });
  afterEach(() => server.close());

  it('works by keyboard alone at 320 px, and shows errors where they happened', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto(server.url);
    await page.getByLabel('Fence length').fill('90');
    await button('Ask a question').focus();
    await page.keyboard.press('Enter');
    await log().waitFor();

    state.dead = ['/api/widget/v1/agent'];
    await page.keyboard.type('Do you build');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('gates?');
    await page.keyboard.press('Enter');
    await log().getByText("Not sent. We couldn't connect.").waitFor();
    state.dead = [];
    state.agent = () => ({
      status: 429,
      body: { error: { code: 'RATE_LIMITED', message: 'Too many messages. Wait a minute and try again' } },
    });
    await button('Try again').focus();
    await page.keyboard.press('Enter');
    await log().getByText('Not sent. Too many messages. Wait a minute and try again.').waitFor();
    expect(await axeFaults(page, '[data-picket]')).toEqual([]);
    await page.screenshot({ path: 'test-results/chat-failed-320-dark.png' });

    let tickets = 0;
    state.agent = () =>
      (tickets += 1) === 1
        ? { status: 422, body: { error: { code: 'VALIDATION_FAILED', message: 'Old', fields: { ticket: 'Old' } } } }
        : { events: [says('Yes, all kinds.'), { event: 'handover', data: {} }, DONE] };
    const configs = () => state.asked.filter((path) => path.includes('/config/')).length;
    const before = configs();
    state.config = { ...state.config, body: { ...(state.config.body as object), ticket: 'new' } };
    await button('Try again').focus();
    await page.keyboard.press('Enter');
    await log().getByText('Yes, all kinds.').waitFor();
    expect(configs()).toBe(before + 1);
    expect(state.messages.at(-1)).toMatchObject({
      ticket: 'new',
      text: 'Do you build\ngates?',
      contractorId: 'acme-fence',
    });
    expect(new Set(state.messages.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await said()).toEqual(['You: Do you build\ngates?', 'Assistant: Yes, all kinds.']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.screenshot({ path: 'test-results/chat-320-dark.png' });

    await button('Use the form instead').focus();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Fence length').inputValue()).toBe('90');
    await button('Ask a question').focus();
    await page.keyboard.press('Enter');
    await say('I am Dana Reyes and need 120 ft of vinyl with 3 gates, dana@example.com');
    await expect.poll(() => said()).toHaveLength(4);
    await button('Use the form instead').focus();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Fence length').inputValue()).toBe('120');
    expect(await page.getByRole('radio', { name: 'Vinyl' }).isChecked()).toBe(true);
    expect(await page.getByRole('group', { name: 'Gates' }).locator('output').textContent()).toBe('3');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Dana Reyes');
    expect(await page.getByLabel('Email').inputValue()).toBe('dana@example.com');
  });
});
