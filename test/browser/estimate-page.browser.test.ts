import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { planeAt } from '#shared/features/drawing/earth.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { toDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { startTestApp, type TestApp } from '../caller.ts';
import { englishIn } from '../english.ts';
import { widgetPosts } from '../widget-posts.ts';
import { axeFaults } from './axe.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';
import { setTheme } from './looks.ts';

let app: TestApp;
let browser: Browser;
const faults: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  await app.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

let made = 0;
const sendEstimate = async () => {
  const account = { stripe_account_id: `acct_${(made += 1)}`, stripe_connected: true };
  const company = await app.a.company({ name: 'Acme Fence', ...account });
  const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const wood = await app.a.material(company, { name: '6ft Wood Picket' });
  const lead = await app.a.lead(company, { name: 'Marisol Vega' });
  const caller = await app.callerFor(company);
  const fence = { perimeter: 184, gateCount: 1 };
  const options = [vinyl, wood].map(({ name, id }) => ({ label: name, materialId: id, ...fence }));
  const sent = await caller.estimates.send({
    leadId: lead.id,
    materialId: vinyl.id,
    ...fence,
    options,
    terms: 'A deposit of {{deposit}} is due.',
  });
  return { estimateId: sent.estimateId, url: `${app.url}${new URL(sent.url).pathname}` };
};
const acceptance = () =>
  app.deps.system.selectFrom('estimate_acceptances').selectAll().orderBy('id', 'desc').executeTakeFirst();
const opened = async (context: BrowserContext): Promise<Page> => openPage(context, faults);

it('spec:1.2 on a phone, an estimate can be read, selected, signed with a finger and made ready for payment, also by keyboard and screen reader', async () => {
  const { url } = await sendEstimate();
  const context = await browser.newContext(PHONE);
  const page = await opened(context);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(url);
  expect(await axeFaults(page, 'body')).toEqual([]);
  await page.getByRole('link', { name: /6ft Wood Picket/ }).click();
  await page.getByRole('heading', { level: 1, name: '$1,702.08' }).waitFor();
  await page.getByRole('link', { name: 'Accept and sign' }).click();
  const heading = page.getByRole('heading', { name: 'Accept and sign' });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.getByRole('region', { name: 'Terms and conditions' }).textContent()).toContain('50% of the total');
  expect(await axeFaults(page, 'body')).toEqual([]);
  const accept = page.getByRole('button', { name: 'Accept for $1,702.08' });
  await page.getByLabel('Your full name').fill('');
  await accept.click();
  await page.getByText('Enter your full name, such as Dana Whitfield').waitFor();
  expect(await page.getByLabel('Your full name').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel('Your full name').fill('Marisol Vega');
  await page.getByRole('checkbox').check();
  await draw(page);
  // While offline, nothing is lost. The second press succeeds.
  await context.setOffline(true);
  await accept.click();
  await page.getByText('We couldn’t connect. Nothing was sent').waitFor();
  await context.setOffline(false);
  await accept.dblclick();
  await page.getByText('You accepted this estimate').waitFor();
  expect(await acceptance()).toMatchObject({ name: 'Marisol Vega', mark_kind: 'drawn', total_cents: 170_208 });
  await page.getByRole('button', { name: 'Pay the $851.04 deposit' }).waitFor();
  await page.getByRole('img', { name: 'Signature of Marisol Vega' }).waitFor();
  expect(await axeFaults(page, 'body')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect([...hosts]).toEqual([new URL(app.url).host]);
  await context.close();
});

/** Draws one stroke across the canvas, like a finger. */
async function draw(page: Page): Promise<void> {
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('no canvas');
  await page.mouse.move(box.x + 30, box.y + 60);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(box.x + 30 + step * 20, box.y + 40 + (step % 2) * 40);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Clear the drawing' }).waitFor();
}

it('in Spanish, with a drawn fence, has no English except names and no axe issue, before and while signing, also at 320 px', async () => {
  const company = await app.a.company({ name: 'Acme Fence', terms: DEFAULT_TERMS, widget_instant_quotes: true });
  await app.a.material(company, { name: 'Vinyl' });
  const caller = await app.callerFor(company);
  const widget = widgetPosts(app);
  const corners: [number, number][] = [
    [0, 57],
    [0, 0],
    [70, 0],
    [70, 57],
  ];
  const line = { points: corners, closed: false, gates: [{ atFeet: 92, kind: 'walk' }] };
  const drawing = toDrawing([line], planeAt([-116.2145, 43.6152]), true);
  const { leadId } = await widget.taken(
    widget.lead(company, {
      name: 'Marisol Vega',
      address: '120 Sandbox Ln, Boise, ID',
      zip: '83702',
      language: 'es',
      drawing,
      runs: [{ feet: 184 }],
      gates: [{ kind: 'walk' }],
    }),
  );
  const { materialId } = await caller.leads.get({ leadId });
  const fence = { perimeter: 184, gateCount: 1, materialId: materialId ?? '' };
  const { url } = await caller.estimates.send({ leadId, ...fence });
  const context = await browser.newContext(PHONE);
  const page = await opened(context);
  await page.goto(`${app.url}${new URL(url).pathname}`);
  const said = async () => englishIn(await page.locator('body').innerText(), ['Marisol Vega', ...SPANISH_NAMES]);
  expect(await page.locator('html').getAttribute('lang')).toBe('es');
  await page.getByRole('img', { name: 'La cerca desde arriba, 184 pies' }).waitFor();
  await look(page, 'estimate-spanish');
  expect(await said()).toEqual([]);
  expect(await axeFaults(page, 'body')).toEqual([]);
  await page.getByRole('link', { name: 'Aceptar y firmar' }).click();
  await page.getByRole('heading', { name: 'Aceptar y firmar' }).waitFor();
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
  expect(await said()).toEqual([]);
  expect(await axeFaults(page, 'body')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await context.close();
});

const SPANISH_NAMES = ['Acme Fence', 'Vinyl', '120 Sandbox Ln', 'Boise', 'Idaho', 'STOP', 'HELP', 'English'];

/** Saves images of the page in both widths and themes. */
const look = async (page: Page, name: string) => {
  mkdirSync('test-results', { recursive: true });
  for (const width of [1280, 390])
    for (const theme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 844 });
      await setTheme(page, theme);
      await page.screenshot({ path: `test-results/${name}-${width}-${theme}.png`, fullPage: true });
    }
};

it('without JavaScript, in dark mode, an estimate can be asked about and declined, and prints completely', async () => {
  const { url } = await sendEstimate();
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false, colorScheme: 'dark' });
  const page = await opened(context);
  await page.goto(url);
  await page.locator('.ho-main').getByRole('link', { name: 'Ask a question' }).click();
  await page.getByLabel('Your question').fill('Could you start in May?');
  await page.getByRole('button', { name: 'Send question' }).click();
  await page.getByText('Question sent to Acme Fence').waitFor();
  await page.locator('.ho-main').getByRole('link', { name: 'Decline' }).click();
  await page.getByLabel(/Why are you declining/).fill('Too dear');
  await page.getByRole('button', { name: 'Decline the estimate' }).click();
  await page.getByText('You declined this estimate').waitFor();
  await page.getByRole('link', { name: 'Ask for a new estimate' }).click();
  expect(await page.getByLabel('Your message').inputValue()).toBe('Please send me a new estimate.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('heading', { name: 'Message sent to Acme Fence' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByText('A deposit of 50% of the total ($1,771.04) is due.').first().waitFor();
  await context.close();
  const scripted = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'dark' });
  const wide = await opened(scripted);
  await wide.goto((await sendEstimate()).url);
  expect(await axeFaults(wide, 'body')).toEqual([]);
  await wide.getByRole('link', { name: 'Ask a question' }).click();
  await wide.getByLabel('Your message').waitFor();
  expect(await axeFaults(wide, 'body')).toEqual([]);
  await scripted.close();
});

it('on a phone, questions about the estimate are answered at once, also by keyboard, and other questions are passed to the contractor', async () => {
  const { url } = await sendEstimate();
  const context = await browser.newContext(PHONE);
  const page = await opened(context);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(url);
  await page.locator('.ho-main').getByRole('link', { name: 'Ask a question' }).waitFor();
  expect(asked).not.toContain('/widget-chat.js');
  await page.locator('.ho-main').getByRole('link', { name: 'Ask a question' }).focus();
  await page.keyboard.press('Enter');
  const log = page.getByRole('log', { name: 'Ask about this estimate' });
  await log.waitFor();
  const field = page.getByLabel('Your message');
  await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true);
  await page.keyboard.type('How much is the deposit?');
  await page.keyboard.press('Enter');
  await log.getByText('The deposit for Vinyl is $1,771.04, due when you accept.').waitFor();
  await field.fill('Can you go lower?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await log.getByText('A person from Acme Fence will get back to you.').waitFor();
  expect(await axeFaults(page, 'body')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.screenshot({ path: 'test-results/estimate-chat-390-light.png' });

  await field.fill('Is Tuesday fine?');
  await page.getByRole('button', { name: 'Send a question instead' }).click();
  expect(await page.getByLabel('Your question').inputValue()).toBe('Is Tuesday fine?');
  await page.getByRole('button', { name: 'Ask about this estimate' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${url}?lang=es#ask`);
  await page.getByText('The deposit for Vinyl is $1,771.04, due when you accept.').waitFor();
  await page.getByLabel('Su mensaje').fill('¿Cuántas puertas tiene?');
  await page.keyboard.press('Enter');
  await page.getByText('La cerca de Vinyl va con 1 puerta.').waitFor();
  expect(await axeFaults(page, 'body')).toEqual([]);
  await page.screenshot({ path: 'test-results/estimate-chat-1280-dark.png' });
  await context.close();
});

it('counts as viewed once it was visible for a second, and not when its link is only fetched', async () => {
  const { estimateId, url } = await sendEstimate();
  const views = async () => {
    const { view_count: count } = await app.deps.system
      .selectFrom('estimates')
      .select('view_count')
      .where('id', '=', estimateId as EstimateId)
      .executeTakeFirstOrThrow();
    return count;
  };
  expect((await fetch(url)).status).toBe(200);
  const context = await browser.newContext(PHONE);
  const page = await opened(context);
  // Loads the page in the background.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  });
  await page.goto(url);
  await page.waitForTimeout(1_500);
  expect(await views()).toBe(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(views).toBe(1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForTimeout(1_500);
  expect(await views()).toBe(1);
  await context.close();
});
