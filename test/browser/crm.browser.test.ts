import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { openBrowser, type TestBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { axeFaults } from './axe.ts';
import { closePages, leaveContext, loseSession, openPage, openPageAnew, sharedChromium } from './chromium.ts';

const SECRET = 'a-secret-of-tests-that-is-long-enough';

let database: TestDatabase;
let house: House;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
/** The same user as in the page, for creating the test's data. */
let visitor: TestBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date(), secret: SECRET });
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
  visitor = openBrowser(house.url);
  faults = [];
  page = await openPageAnew(context, house.url, faults);
});
afterEach(async () => {
  await leaveContext(context);
  if (faults.length > 0) throw new Error(`the page met errors: ${faults.join('; ')}`);
});

async function signIn(as: { email: string; password: string }): Promise<void> {
  await visitor.trpc.auth.signIn.mutate(as);
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: house.url })));
}

/**
 * Creates an organization of the demo company and opens it. Its pipeline has these deals in the first stage, the first
 * deal on top.
 */
async function openBoard(...titles: string[]): Promise<string> {
  await signIn(DEMO);
  const { crm } = visitor.trpc;
  const { id: orgId } = await crm.organizations.create.mutate({ name: 'Quail Ridge HOA' });
  await crm.pipelines.create.mutate({ orgId, name: 'Bids' });
  for (const title of titles.toReversed()) await crm.deals.create.mutate({ orgId, title, amountCents: 100_000 });
  await page.goto(`${house.url}/dashboard?tab=crm&org=${orgId}`);
  await heading('Quail Ridge HOA').waitFor();
  return orgId;
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const column = (name: string, on: Page = page) => on.getByRole('region', { name, exact: true });
const card = (title: string, on: Page = page) => on.locator('.deal:not(.lift)', { hasText: title });
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();

/** Chooses an entry of a menu. */
const pick = async (menu: string | RegExp, entry: string | RegExp): Promise<void> => {
  await button(menu).click();
  await page
    .getByRole('menu')
    .getByRole('menuitem', { name: entry })
    .or(page.getByRole('menuitemcheckbox', { name: entry }))
    .first()
    .click();
};

/**
 * Makes the next calls of these procedures fail as they would on the server. Returns a function that ends the failures.
 */
const refuse = async (...procedures: string[]): Promise<() => Promise<void>> => {
  const error = { code: -32_603, message: 'The ladder is away', data: { code: 'CONFLICT', httpStatus: 409 } };
  const isRefused = (path: string) => procedures.some((procedure) => path.includes(procedure));
  const matches = (url: URL) => url.pathname.startsWith('/trpc/') && isRefused(url.pathname);
  await page.route(matches, async (route) => {
    const refused = new URL(route.request().url()).pathname.split(',').map(isRefused);
    // Other calls in the same batch still get responses.
    const answers = refused.every(Boolean) ? [] : ((await (await route.fetch()).json()) as unknown[]);
    await route.fulfill({ json: refused.map((no, index) => (no ? { error } : answers[index])) });
  });
  return () => page.unroute(matches);
};

const PATIENCE = { timeout: 10_000 };

/** Returns the titles in a column, from top to bottom. */
const titles = (name: string, on: Page = page) => column(name, on).getByRole('heading', { level: 3 }).allInnerTexts();

describe('the CRM tab', () => {
  it('starts with an organization, then pipelines and deals, remembers the last one, and confirms each creation (spec:1.10 spec:2.40 spec:8.44)', async () => {
    await signIn(ADMIN);
    await page.goto(`${house.url}/dashboard?tab=crm`);
    await heading('No organization yet').waitFor();
    await button('New organization').click();
    await button('Create organization').click();
    await said('Enter a name for the organization');
    const name = page.getByLabel('Organization name');
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill(' Quail Ridge HOA ');
    await button('Create organization').dblclick();
    await said('Organization created');
    await heading('Quail Ridge HOA').waitFor();
    await button('New pipeline').click();
    await page.getByLabel('Pipeline name').fill('Spring jobs');
    await button('Create pipeline').click();
    await said('Pipeline created');
    await button('New deal').click();
    await page.getByLabel('Title').fill('East boundary');
    await page.getByLabel('Amount').fill('$38,400');
    await button('Create deal').dblclick();
    await said('Deal created');
    await said('1 open deal, $38,400.00');
    await visitor.trpc.crm.organizations.create.mutate({ name: 'Another' });
    await page.goto(`${house.url}/dashboard?tab=crm`);
    await heading('Quail Ridge HOA').waitFor();
    await expect.poll(() => titles('Lead in')).toEqual(['East boundary']);
    await pick('Change organization', 'Another');
    await heading('Another').waitFor();
    await page.goBack();
    await heading('Quail Ridge HOA').waitFor();
    await pick(/^More options for Spring jobs/, 'Delete pipeline');
    expect(await page.getByRole('alertdialog').innerText()).toContain('Delete “Spring jobs” and its 1 deal?');
    await button('Delete pipeline').click();
    await said('Pipeline deleted');
    await heading('No deals yet').waitFor();
  });

  it('moves deals by dragging and by menu, at once and in every window, and back if refused (spec:2.40)', async () => {
    const orgId = await openBoard('Ash', 'Elm', 'Oak');
    const other = await openPage(context, faults);
    await other.goto(page.url());
    await card('Oak', other).waitFor();
    // A page in the background renders only once per second.
    await page.bringToFront();

    const from = await card('Oak').boundingBox();
    const to = await column('Measured').boundingBox();
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 50, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 70, from.y + 20, { steps: 3 });
    await page.mouse.move(to.x + 80, to.y + 120, { steps: 5 });
    await column('Measured').locator('.drop').waitFor();
    await page.mouse.up();
    await said('Moved to Measured');
    await column('Measured', other).getByText('Oak').waitFor();
    await button('Undo').click();
    await column('Lead in', other).getByText('Oak').waitFor();
    expect(await titles('Lead in', other)).toEqual(['Ash', 'Elm', 'Oak']);

    await pick('Move or edit Elm', 'Won');
    await said('Moved to Won');
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Move or edit Elm');
    await pick('Move or edit Oak', 'Move up');
    await expect.poll(() => titles('Lead in', other), PATIENCE).toEqual(['Oak', 'Ash']);

    await refuse('crm.deals.move');
    await pick('Move or edit Ash', 'Bid sent');
    await said('We couldn’t move the deal: The ladder is away');
    await column('Lead in').getByText('Ash').waitFor();
    expect((await visitor.trpc.crm.deals.list.query({ orgId })).filter(({ status }) => status === 'won')).toHaveLength(
      1,
    );
  });

  it('reports what couldn’t be loaded or created with the specified wording, and keeps what was typed (spec:8.27)', async () => {
    await openBoard('Ash');
    for (const [dialog, field, procedure, sentence] of [
      ['organization', 'Organization name', 'organizations.create', 'Create org failed: The ladder is away'],
      ['pipeline', 'Pipeline name', 'pipelines.create', 'Create pipeline failed: The ladder is away'],
      ['deal', 'Title', 'deals.create', 'Create deal failed: The ladder is away'],
    ] as const) {
      const letThrough = await refuse(procedure);
      if (dialog === 'organization') await pick('Change organization', 'New organization');
      else await button(`New ${dialog}`).click();
      await page.getByLabel(field).fill('<b>Kept</b>');
      await button(`Create ${dialog}`).click();
      await said(sentence);
      expect(await page.getByLabel(field).inputValue()).toBe('<b>Kept</b>');
      await letThrough();
      await button('Close').first().click();
      await button('Discard changes').click();
    }
    const letThrough = await refuse('crm.pipelines.list', 'crm.deals.list');
    await page.reload();
    await said('Failed to load pipelines: The ladder is away');
    await said('Failed to load deals: The ladder is away');
    await letThrough();
    // The live updates may have already fetched the deals.
    const tryAgain = () => button('Try again').first().click({ timeout: 1_000 });
    await expect
      .poll(async () => {
        await tryAgain().catch(() => undefined);
        return card('Ash').count();
      }, PATIENCE)
      .toBe(1);
    await refuse('crm.organizations.list');
    await page.reload();
    await said('Failed to load organizations: The ladder is away');
  });

  it('asks signed-out users to sign in, and restores what was typed (spec:2.41 spec:5.16 spec:6.9 spec:8.27)', async () => {
    await openBoard();
    await pick('Change organization', 'New organization');
    await page.getByLabel('Organization name').fill('Half typed');
    const release = await loseSession(context);
    await button('Create organization').click();
    await heading('Authentication required').waitFor();
    await said('Please log in to create an organization.');
    expect(await axeFaults(page, 'main')).toEqual([]);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(/\/auth/);
    await release();
    const next = new URL(page.url()).searchParams.get('next');
    await signIn(DEMO);
    await page.goto(`${house.url}${next}`);
    expect(await page.getByLabel('Organization name').inputValue()).toBe('Half typed');
  });

  it('creates a deal from a lead, and works on a phone', async () => {
    const orgId = await openBoard('Ash');
    const [lead] = (await visitor.trpc.leads.list.query({ limit: 1 })).items;
    if (!lead) throw new Error('the demo has no lead');
    await page.goto(`${house.url}/dashboard?tab=leads`);
    await pick(`More options for ${lead.name}`, 'Add to CRM');
    await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe(lead.name);
    await button('Create deal').click();
    await said('Deal created');
    const [deal] = await visitor.trpc.crm.deals.list.query({ orgId });
    expect(deal).toMatchObject({ title: lead.name, amountCents: lead.quoteCents, lead: { id: lead.id } });

    await page.setViewportSize({ width: 390, height: 844 });
    await button('Move to Measured: Ash').click();
    await said('Moved to Measured');
    await page.getByRole('link', { name: /Measured/ }).click();
    await expect.poll(() => page.locator('.deal h3').allInnerTexts(), PATIENCE).toEqual(['Ash']);

    // all stages again, then only the stages that match the search
    await page.getByRole('link', { name: /Measured/ }).click();
    await page.getByLabel('Search deals').fill((lead.address ?? lead.name).toUpperCase());
    await expect.poll(() => page.locator('.deal h3').allInnerTexts(), PATIENCE).toEqual([lead.name]);
    await pick(`More options for ${lead.name}: other stages, edit`, 'Mark as lost');
    await heading(`Why was ${lead.name} lost?`).waitFor();
    await page.getByLabel('Not now').check();
    await button('Mark as lost').click();
    await said('Marked as lost');
    const lost = () => visitor.trpc.crm.deals.list.query({ orgId, search: lead.name });
    expect(await lost()).toMatchObject([{ status: 'lost', lostReason: 'not now', lead: { open: false } }]);
    const toast = page.locator('[data-sonner-toast]', { hasText: 'Marked as lost' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(lost, PATIENCE).toMatchObject([{ status: 'open', lostReason: null, lead: { open: true } }]);
    await page.getByRole('link', { name: lead.name, exact: true }).click();
    await page.getByText('History', { exact: true }).click();
    await said('Marked as lost: not now');
    await said('Reopened');
  });
});
