import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#shared/primitives/durations.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { startTestApp, type TestApp } from '../caller.ts';
import { visitJob, visitKey, type VisitJob } from '../visits.ts';
import { axeFaults } from './axe.ts';
import { closeContext, closePages, openPage, sharedChromium } from './chromium.ts';
import { faultsOf, setTheme } from './looks.ts';
import { layoutShift } from './taps.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };
/** Tuesday, 10:30 AM in Boise. */
const NOW = '2026-12-01T17:30:00.000Z';
const TUESDAY_10 = '2026-12-01T17:00:00.000Z';
const TUESDAY_14 = '2026-12-01T21:00:00.000Z';
const WEDNESDAY_11 = '2026-12-02T18:00:00.000Z';

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let job: VisitJob;
beforeAll(async () => {
  mkdirSync('test-results', { recursive: true });
  const port = await steadyPort('visit-calendar');
  app = await startTestApp({ now: NOW, port, env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  await app.close();
});
beforeEach(async () => {
  app.clock.set('2026-11-30T19:00:00.000Z');
  faults = [];
  job = await visitJob(app, {
    settings: { noticeHours: 0 },
    lead: { name: 'Dana Whitfield', notes: 'Dog in the yard' },
  });
});
afterEach(async () => {
  await closeContext(context);
  if (faults.length > 0) throw new Error(`a page met errors: ${faults.join('; ')}`);
});

/** Opens the leads or the calendar on Tuesday at 10:30, with the browser's clock there too. */
const open = async (address: string, viewport = WIDE): Promise<void> => {
  app.clock.set(NOW);
  const { email } = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', job.company.user_id)
    .executeTakeFirstOrThrow();
  context = await browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: viewport === PHONE });
  const { cookies } = await app.signIn(email);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: app.url })));
  page = await openPage(context, faults);
  await page.goto(`${app.url}/dashboard?tab=leads${address}`);
};
const look = async (name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      await page.screenshot({ path: `test-results/${name}-${size.width}-${theme}.png`, fullPage: true });
      found.push(...(await faultsOf(page, size)).map((fault) => `${name} ${size.width} ${theme}: ${fault}`));
    }
  }
  await page.setViewportSize(WIDE);
  return found;
};
const startsOf = async (): Promise<string[]> =>
  (await job.caller.visits.list({ from: '2026-11-29', to: '2026-12-05' })).map(({ startsAt }) => startsAt);
const visit = (name: string | RegExp) => page.getByRole('button', { name });

test('today’s visits come first on the leads screen, with how to get there and whether they took place', async () => {
  await job.book(TUESDAY_10);
  await job.book(WEDNESDAY_11);
  await open('');
  const today = page.getByRole('region', { name: 'Today' });
  await today.waitFor();
  expect(await today.locator('ol > li').count()).toBe(1);
  expect(await today.getByText('10:00 AM').count()).toBe(1);
  expect(await today.getByText('Dog in the yard').count()).toBe(1);
  expect(await today.getByRole('link', { name: /Larkmeadow/ }).getAttribute('href')).toContain('google.com/maps');
  expect(await today.getByRole('link', { name: '(208) 555-0172' }).getAttribute('href')).toBe('tel:+12085550172');
  const [box, list] = await Promise.all([today.boundingBox(), page.getByRole('table').boundingBox()]);
  expect(box && list && box.y < list.y).toBe(true);
  expect(await look('today-visits')).toEqual([]);
  await today.getByRole('button', { name: 'Mark as done' }).click();
  await today.getByText('Done', { exact: true }).waitFor();
  await today.getByRole('link', { name: 'Dana Whitfield', exact: true }).click();
  await page.getByText('Timeline').first().waitFor();
});

test('Today has a line for each kind of step, and is folded to one line on a phone until it’s opened', async () => {
  await job.book(TUESDAY_10);
  const { caller, company } = job;
  app.clock.set(NOW);
  await caller.leads.create({ name: 'Pat Doe', phone: '2085550164' });
  const stripe = { stripe_account_id: `acct_${crypto.randomUUID()}`, stripe_connected: true };
  await app.deps.system.updateTable('company_profiles').set(stripe).where('id', '=', company.id).execute();
  const kim = await app.a.lead(company, { name: 'Kimberly Featherstone-Haugh' });
  const wood = await app.a.material(company);
  const fence = { leadId: kim.id, materialId: wood.id, perimeter: 100, gateCount: 0 };
  const { url } = await caller.estimates.send(fence);
  const token = url.split('/').at(-1) ?? '';
  await app.browser().trpc.estimatePage.ask.mutate({ token, question: 'Can you start in March?' });
  await app.browser().trpc.estimatePage.accept.mutate({ token, name: kim.name, agreed: true });
  await open('');
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: 'Kimberly Featherstone-Haugh asked you a question' }).waitFor();
  expect(await today.getByRole('link', { name: 'Call Pat Doe' }).getAttribute('href')).toBe('tel:+12085550164');
  await today.getByRole('link', { name: /^Kimberly Featherstone-Haugh owes \$/ }).waitFor();
  await today.getByRole('link', { name: 'Two estimates to send' }).waitFor();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  await page.setViewportSize(PHONE);
  await page.getByRole('list', { name: 'Customer Leads' }).waitFor();
  expect(await look('today')).toEqual([]);
  expect(await axeFaults(page, 'main')).toEqual([]);

  await page.setViewportSize(PHONE);
  await page.reload();
  const fold = today.getByText('1 visit · 1 to answer · 1 call · 2 estimates ·');
  await fold.waitFor();
  expect(await today.getByRole('link').count()).toBe(0);
  const box = await today.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(110);
  await page.screenshot({ path: 'test-results/today-folded.png' });
  await fold.click();
  await today.getByRole('link', { name: 'Call Pat Doe' }).waitFor();
  await page.reload();
  await today.getByRole('link', { name: 'Kimberly Featherstone-Haugh asked you a question' }).click();
  await page.getByText('Can you start in March?').first().waitFor();
});

test('a row whose deposit is paid books a visit with one press', async () => {
  const { caller, company } = job;
  const wood = await app.a.material(company);
  const fence = { leadId: job.lead.id, materialId: wood.id, perimeter: 100, gateCount: 0 };
  const { url, estimateId, totalCents } = await caller.estimates.send(fence);
  const token = url.split('/').at(-1) ?? '';
  await app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Dana Whitfield', agreed: true });
  const check = { method: 'check', cents: Math.ceil(totalCents / 2), receivedOn: '2026-11-30' } as const;
  await caller.payments.record({ estimateId, ...check, idempotencyKey: visitKey() });
  await open('');
  await page.getByRole('link', { name: 'Book visit: Dana Whitfield' }).click();
  await page.getByRole('combobox', { name: 'Day' }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: 'Time' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Book visit' }).click();
  await page.getByText('Visit booked').first().waitFor();
  expect(await startsOf()).toHaveLength(1);
});

test('without a visit today, the leads screen has nothing of it', async () => {
  await job.book(WEDNESDAY_11);
  await open('');
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('heading', { name: 'Visits' }).count()).toBe(0);
});

test('the calendar is in the menu of a company that takes visits, and only there', async () => {
  await open('');
  await visit('More options for all leads').click();
  await page.getByRole('menuitem', { name: 'Calendar' }).click();
  await page.getByRole('heading', { name: 'Calendar' }).waitFor();
  await job.caller.visits.updateSettings({ enabled: false });
  await page.goto(`${app.url}/dashboard?tab=leads`);
  await visit('More options for all leads').click();
  await page.getByRole('menuitem', { name: 'Who owes you' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Calendar' }).count()).toBe(0);
});

test('a visit is moved with the arrow keys, and is put back with Escape', async () => {
  await job.book(WEDNESDAY_11);
  await open('&view=calendar');
  await visit('11:00 AM, Dana Whitfield').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Dec 3, 2026, 11:30 AM. Press Enter').waitFor();
  await page.keyboard.press('Escape');
  await visit('11:00 AM, Dana Whitfield').waitFor();
  expect(await startsOf()).toEqual([WEDNESDAY_11]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByText('Visit moved').waitFor();
  expect(await startsOf()).toEqual(['2026-12-02T17:30:00.000Z']);
  expect(await visit('10:30 AM, Dana Whitfield').evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await axeFaults(page, 'main')).toEqual([]);
});

test('a visit is dragged to another day and time, and goes back if that time isn’t free', async () => {
  await job.book(WEDNESDAY_11);
  const other = await app.a.lead(job.company, { name: 'Kim Doe' });
  await job.caller.visits.book({ leadId: other.id, startsAt: TUESDAY_14, idempotencyKey: visitKey() });
  await open('&view=calendar');
  const drag = async (name: string, { days, minutes }: { days: number; minutes: number }) => {
    const box = await visit(name).boundingBox();
    const column = await page.locator('.calendar-column').first().boundingBox();
    if (!box || !column) throw new Error('no visit to drag');
    const from = { x: box.x + box.width / 2, y: box.y + 8 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.move(from.x + days * column.width, from.y + (minutes / 60) * 56, { steps: 4 });
    await page.mouse.up();
  };
  await drag('11:00 AM, Dana Whitfield', { days: 1, minutes: 90 });
  await page.getByText('Visit moved').waitFor();
  expect((await startsOf()).toSorted()).toEqual([TUESDAY_14, '2026-12-03T19:30:00.000Z'].toSorted());
  await drag('12:30 PM, Dana Whitfield', { days: -2, minutes: 90 });
  await page.getByText('We couldn’t move the visit').waitFor();
  await visit('12:30 PM, Dana Whitfield').waitFor();
  expect(await startsOf()).toContain('2026-12-03T19:30:00.000Z');
});

test('on a phone, a visit is dragged with a finger that was held, and a finger that moves at once doesn’t carry it', async () => {
  await job.book(TUESDAY_14);
  await open('&view=calendar', PHONE);
  const touch = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const drag = async (name: string, { minutes, hold }: { minutes: number; hold: number }) => {
    await visit(name).scrollIntoViewIfNeeded();
    const box = await visit(name).boundingBox();
    if (!box) throw new Error('no visit to drag');
    const at = { x: box.x + 40, y: box.y + 10 };
    await send('touchStart', [at]);
    await page.waitForTimeout(hold);
    for (const part of [0.2, 0.6, 1]) await send('touchMove', [{ x: at.x, y: at.y + part * (minutes / 60) * 56 }]);
    await page.screenshot({ path: `test-results/visit-touch-${hold}.png` });
    await send('touchEnd', []);
  };
  await drag('2:00 PM, Dana Whitfield', { minutes: -60, hold: 20 });
  await visit('2:00 PM, Dana Whitfield').waitFor();
  expect(await startsOf()).toEqual([TUESDAY_14]);
  await drag('2:00 PM, Dana Whitfield', { minutes: -60, hold: 600 });
  await page.getByText('Visit moved').waitFor();
  expect(await startsOf()).toEqual(['2026-12-01T20:00:00.000Z']);
  // The drag wasn't a press: the next one shows the visit.
  await visit('1:00 PM, Dana Whitfield').tap();
  await page.getByRole('region', { name: 'Visit with Dana Whitfield' }).waitFor();
});

test('a week is shown on wide screens and a day on phones, of all members or one', async () => {
  const seller = await app.a.member(job.company, 'sales', { name: 'Sam Seller' });
  await job.book(TUESDAY_10);
  const other = await app.a.lead(job.company, { name: 'Kim Doe' });
  await job.caller.visits.book({
    leadId: other.id,
    startsAt: TUESDAY_10,
    userId: seller.userId,
    idempotencyKey: visitKey(),
  });
  await job.book(WEDNESDAY_11);
  await app.deps.system
    .insertInto('busy_calendars')
    .values({
      company_id: job.company.id,
      user_id: seller.userId,
      sealed_url: 'sealed',
      due_at: new Date(Date.parse(NOW) + 15 * MINUTE),
      checked_at: new Date(NOW),
      error: 'The address returned error 404',
    })
    .execute();
  await app.deps.system
    .insertInto('busy_times')
    .values({
      company_id: job.company.id,
      user_id: seller.userId,
      starts_at: new Date('2026-12-03T19:00:00.000Z'),
      ends_at: new Date('2026-12-03T21:00:00.000Z'),
    })
    .execute();
  await open('&view=calendar');
  await visit('11:00 AM, Dana Whitfield').waitFor();
  await page.getByText('Sam Seller’s own calendar can’t be read.').waitFor();
  await page.getByText('Sam Seller is busy').waitFor();
  expect(await page.locator('.calendar-day').count()).toBe(7);
  await visit('10:00 AM, Dana Whitfield').click();
  await page.getByRole('region', { name: 'Visit with Dana Whitfield' }).getByText('Mark as done').waitFor();
  expect(await look('visit-calendar')).toEqual([]);
  await page.getByLabel('Whose visits').selectOption('Sam Seller');
  await visit('10:00 AM, Kim Doe').waitFor();
  await expect.poll(() => page.locator('.calendar-visit').count()).toBe(1);
  await page.setViewportSize(PHONE);
  await page.getByLabel('Whose visits').selectOption('Everyone’s visits');
  await expect.poll(() => page.locator('.calendar-day').count()).toBe(1);
  await expect.poll(() => page.locator('.calendar-visit').count()).toBe(2);
  await visit('Next day').click();
  await visit('11:00 AM, Dana Whitfield').waitFor();
});
