import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { openBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { axeFaults } from './axe.ts';
import { closePages, leaveContext, openPageAnew, sharedChromium } from './chromium.ts';
import { seedFailures } from './seed-failures.ts';

const SECRET = 'a-secret-of-tests-that-is-long-enough';

let database: TestDatabase;
let house: House;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date(), secret: SECRET });
  await seedFailures(database.url);
  house = await startHouse(database.url);
  browser = await sharedChromium();
  context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    timezoneId: 'America/Boise',
  });
});
afterAll(async () => {
  await closePages(browser);
  await house.close();
  await database.drop();
});

beforeEach(async () => {
  faults = [];
  page = await openPageAnew(context, house.url, faults);
});
afterEach(async () => {
  await leaveContext(context);
  if (faults.length > 0) throw new Error(`the page met errors: ${faults.join('; ')}`);
});

/** Signs in over HTTP and gives the session cookie to the browser. */
async function signIn({ email, password }: { email: string; password: string }): Promise<void> {
  const visitor = openBrowser(house.url);
  await visitor.trpc.auth.signIn.mutate({ email, password });
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: house.url })));
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const rail = () => page.getByRole('navigation', { name: 'Admin Panel' });

const nextYear = new Date().getFullYear() + 1;

describe('the Admin Panel', () => {
  it('is opened from the dashboard by an admin, and grants free access that list and log show (spec:2.5 spec:6.5)', async () => {
    await signIn(ADMIN);
    await page.goto(`${house.url}/dashboard`);
    await page.getByRole('banner').getByRole('link', { name: 'Admin Panel' }).click();
    await heading('Overview').waitFor();
    await page.getByText('No worker is running, so messages aren’t being sent.').waitFor();
    await rail().getByRole('link', { name: 'Companies' }).click();
    await page.getByRole('searchbox', { name: 'Search companies' }).fill('northside');
    const row = page.getByRole('row').filter({ hasText: 'Northside Fence' });
    await row.getByText('No plan').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await row.getByRole('link', { name: 'Northside Fence' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Grant free access' }).click();

    const dialog = page.getByRole('dialog', { name: 'Grant free access' });
    await dialog.getByRole('button', { name: 'Grant access' }).click();
    await dialog.getByText('Choose the last day of free access').waitFor();
    await dialog.getByLabel('Last day of free access').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Grant access' }).click();
    await dialog.getByText('Choose a day in the future').waitFor();
    await dialog.getByLabel('Last day of free access').fill(`${nextYear}-06-30`);
    await dialog.getByRole('button', { name: 'Grant access' }).click();

    await page.getByText('Free access granted').waitFor();
    const sheet = page.getByRole('dialog', { name: 'Northside Fence' });
    await sheet.getByText(`Through Jun 30, ${nextYear}, granted by ${ADMIN.email}`).waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('Free access').waitFor();
    await row.getByText(`through Jun 30, ${nextYear}`).waitFor();

    await rail().getByRole('link', { name: 'Audit log' }).click();
    const entry = page.getByRole('row').filter({ hasText: 'Granted free access' });
    await entry.getByText('Northside Fence').waitFor();
    await entry.getByText(ADMIN.email).waitFor();
    await entry.getByText('Free until: none →').waitFor();
  });

  it('shows a contractor no content, and sends signed-out visitors to /auth and back (spec:2.5 spec:6.5)', async () => {
    await page.goto(`${house.url}/admin?tab=users`);
    await page.waitForURL(/\/auth\?next=%2Fadmin%3Ftab%3Dusers/);
    await signIn(DEMO);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/trpc/admin') && asked.push(request.url()));
    await page.goto(`${house.url}/admin?tab=users`);
    await heading('You don’t have access').waitFor();
    expect(asked).toEqual([]);
    expect(await page.getByText(ADMIN.email).count()).toBe(0);
    expect(await axeFaults(page, 'html')).toEqual([]);
    await page.goto(`${house.url}/dashboard`);
    await heading('Customer Leads').waitFor();
    expect(await page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  });

  it('confirms a role change by name, and says why admins keep their own role', async () => {
    await signIn(ADMIN);
    await page.goto(`${house.url}/admin?tab=users`);
    await page.getByRole('button', { name: 'Actions for Robin Reyes' }).click();
    await page.getByRole('menuitem', { name: 'Remove admin role' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Remove the admin role from Robin Reyes?' });
    await confirm.getByRole('button', { name: 'Remove admin role' }).click();
    await page.getByText('You can’t remove your own admin role').waitFor();
    await page.getByRole('button', { name: 'Actions for Alex Acme' }).click();
    await page.getByRole('menuitem', { name: 'Grant admin role' }).click();
    await page
      .getByRole('alertdialog', { name: 'Grant Alex Acme the admin role?' })
      .getByRole('button', { name: 'Grant admin role' })
      .click();
    const alex = page.getByRole('row').filter({ hasText: DEMO.email });
    await expect.poll(() => alex.textContent(), { timeout: 10_000 }).toContain('Admin, Contractor');
  });

  it('marks feedback as read at once with Undo, and keeps focus in the list', async () => {
    const visitor = openBrowser(house.url);
    await visitor.trpc.feedback.submit.mutate({ category: 'Idea', subject: 'Gates', message: 'Price them by width.' });
    await signIn(ADMIN);
    await page.goto(`${house.url}/admin?tab=feedback`);
    const row = page.getByRole('row').filter({ hasText: 'Price them by width.' });
    await row.getByText('Anonymous', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Mark as read: Gates' }).click();
    await row.getByRole('button', { name: 'Mark as unread: Gates' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => row.textContent()).toContain('Unread');

    const email = 'olive@answers.test';
    await visitor.trpc.feedback.submit.mutate({
      category: 'Idea',
      subject: 'Stain',
      message: 'Offer stain too.',
      email,
    });
    await page.reload();
    const asked = page.getByRole('row').filter({ hasText: 'Offer stain too.' });
    await asked.getByRole('button', { name: 'Answer: Stain' }).click();
    const dialog = page.getByRole('dialog', { name: 'Answer: Stain' });
    await dialog.getByRole('textbox', { name: 'Answer' }).fill('It is coming in spring.');
    await dialog.getByRole('button', { name: 'Send answer' }).click();
    await asked.getByRole('list', { name: 'Answers' }).getByText('It is coming in spring.').waitFor();

    // When a row disappears, focus moves to the row that takes its place.
    await rail().getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('button', { name: /^Dismiss/ }).press('Enter');
    await page.getByText('Message dismissed').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('office@acme.example');
  });

  it('shows admins the queue board, with its own headers', async () => {
    await signIn(ADMIN);
    await page.goto(`${house.url}/admin?tab=queue`);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open the board' }).click();
    const board = await opened;
    await board.getByRole('link', { name: /mails/ }).first().waitFor();
    expect(new URL(board.url()).pathname).toMatch(/^\/admin\/queue/);
  });
});
