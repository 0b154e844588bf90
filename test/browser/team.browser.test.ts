import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import { type Builders, builders, PASSWORD, type UserRow } from '../builders.ts';
import { openBrowser, testConfig } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { axeFaults } from './axe.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';
import { setTheme, sidewaysFaults, smallTargets } from './looks.ts';

const PATIENCE = { timeout: 60_000 };

let database: TestDatabase;
let house: House;
let system: SystemDb;
let a: Builders;
let browser: Browser;
let company: CompanyRow;
let owner: UserRow;
const faults: string[] = [];
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  house = await startHouse(database.url);
  await house.startWorker();
  const config = testConfig(database.url);
  system = createSystemDb(config, createLogger(config, 'test'));
  a = builders(system, { now: () => new Date() });
  owner = await a.user({ name: 'Olive Owner', email: 'olive@team.test' });
  company = await a.company({ user_id: owner.id, name: 'Ridge Fence' });
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  await house.close();
  await system.destroy();
  await database.drop();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  const met = faults.splice(0);
  if (met.length > 0) throw new Error(`the page met errors: ${met.join('; ')}`);
});

/** Opens a separate window. If `email` is given, that person is signed in. */
async function windowOf(email?: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
    timezoneId: 'America/Boise',
  });
  contexts.push(context);
  if (email !== undefined) {
    const visitor = openBrowser(house.url);
    await visitor.trpc.auth.signIn.mutate({ email, password: PASSWORD });
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: house.url })));
  }
  return openPage(context, faults);
}

const openTeam = (page: Page) => page.goto(`${house.url}/dashboard?tab=admin&section=company`);
/** Opens the menu for the whole list and returns its entries. */
async function openMenu(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'More options for all leads' }).click();
  const entries = page.getByRole('menu').locator('[role^=menuitem]');
  await entries.first().waitFor();
  return entries.allTextContents();
}
const members = (page: Page) => page.getByRole('list', { name: 'Members' });

test('someone with an account is invited by email, signs in, accepts, and switches between their companies', async () => {
  const guest = await a.user({ name: 'Gil Guest', email: 'gil@team.test' });
  await a.company({ user_id: guest.id, name: 'Gil Fencing' });
  const page = await windowOf(owner.email);
  await openTeam(page);
  await page.getByLabel('Email address to invite').fill('gil@team.test');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText('Invitation sent to gil@team.test').waitFor();
  await page.getByRole('list', { name: 'Open invitations' }).getByText('gil@team.test').waitFor();
  expect(await axeFaults(page, 'main')).toEqual([]);
  await expect.poll(() => house.sentTo('gil@team.test').length, PATIENCE).toBe(1);
  const [link = ''] = /http\S+#invite=\S+/.exec(house.sentTo('gil@team.test')[0]?.text ?? '') ?? [];
  const theirs = await windowOf();
  await theirs.goto(link);
  await theirs.getByText('Ridge Fence invited you to its team.').waitFor();
  await expect.poll(() => theirs.getByLabel('Email', { exact: true }).inputValue()).toBe(guest.email);
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await theirs.getByText('You’re signed in as gil@team.test.').waitFor();
  expect(await axeFaults(theirs, 'main')).toEqual([]);
  await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
  await theirs.waitForURL('**/dashboard');
  await theirs.getByRole('button', { name: /Account menu/ }).click();
  await theirs.getByRole('menuitemcheckbox', { name: 'Ridge Fence, sales', checked: true }).waitFor();
  // Switching companies reloads the dashboard, which would close a menu that was opened before.
  const reloaded = theirs.waitForEvent('load');
  await theirs.getByRole('menuitemcheckbox', { name: 'Gil Fencing, owner' }).click();
  await reloaded;
  await theirs.getByRole('button', { name: /Account menu/ }).click();
  await theirs.getByRole('menuitemcheckbox', { name: 'Gil Fencing, owner', checked: true }).waitFor();
  await openTeam(page);
  await members(page).getByText('gil@team.test').waitFor();
});

test('someone without an account signs up from the invitation with only a name and a password', async () => {
  const page = await windowOf(owner.email);
  await openTeam(page);
  await page.getByLabel('Email address to invite').fill('new@team.test');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.poll(() => house.sentTo('new@team.test').length, PATIENCE).toBe(1);
  const [link = ''] = /http\S+#invite=\S+/.exec(house.sentTo('new@team.test')[0]?.text ?? '') ?? [];
  const theirs = await windowOf();
  await theirs.goto(link);
  await theirs.getByRole('heading', { name: 'Sign up' }).waitFor();
  expect(await theirs.getByLabel('Email', { exact: true }).inputValue()).toBe('new@team.test');
  expect(await theirs.getByLabel('Company name').count()).toBe(0);
  expect(await axeFaults(theirs, 'main')).toEqual([]);
  await theirs.getByLabel('Your name').fill('Noa New');
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect.poll(() => house.sentTo('new@team.test').length, PATIENCE).toBe(2);
  const [code = ''] = /\b\d{6}\b/.exec(house.sentTo('new@team.test')[1]?.text ?? '') ?? [];
  await theirs.getByLabel('Six-digit code').fill(code);
  await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
  await theirs.waitForURL('**/dashboard');
  await openTeam(page);
  await members(page).getByText('new@team.test').waitFor();
});

test('a member who is removed loses an open dashboard within seconds, and their leads are reassigned', async () => {
  const sue = await a.member(company, 'sales', { name: 'Sue Sales', email: 'sue@team.test' });
  const lead = await a.lead(company, { name: 'Dana Whitfield', assigned_to: sue.id });
  const theirs = await windowOf(sue.email);
  await theirs.goto(`${house.url}/dashboard`);
  await theirs.getByText('Dana Whitfield').first().waitFor();
  await theirs.waitForLoadState('networkidle');
  const page = await windowOf(owner.email);
  await openTeam(page);
  await page.getByRole('button', { name: 'Remove Sue Sales' }).click();
  await page.getByLabel('Reassign their leads to').selectOption({ label: 'Olive Owner' });
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Sue Sales was removed').waitFor();
  // The dashboard switches to their own company, which has no plan.
  await theirs.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
  expect(await theirs.getByText('Dana Whitfield').count()).toBe(0);
  await page.goto(`${house.url}/dashboard?tab=leads&lead=${lead.id}`);
  await expect.poll(() => page.getByLabel('Assigned to').locator('option:checked').textContent()).toBe('Olive Owner');
});

test('the last owner can’t leave, and is told what to do first', async () => {
  const page = await windowOf(owner.email);
  await openTeam(page);
  await page.getByRole('button', { name: 'Leave Ridge Fence' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByText('A company needs an owner. Make someone else an owner first').waitFor();
  expect(await members(page).getByText('olive@team.test').isVisible()).toBe(true);
});

test('a viewer can read everything, and sees an explanation instead of buttons that would be refused', async () => {
  const viewer = await a.member(company, 'viewer', { name: 'Vic Viewer' });
  const lead = await a.lead(company, { name: 'Rosa Delgado' });
  const page = await windowOf(viewer.email);
  await page.goto(`${house.url}/dashboard?tab=leads&lead=${lead.id}`);
  await page.getByText('You can view everything, but you can’t change anything').waitFor();
  await page.goto(`${house.url}/dashboard?tab=leads&dialog=add`);
  await page.getByText('Rosa Delgado').first().waitFor();
  const refused = page.getByRole('button', { name: /^(Add Lead|View & Send Estimate|More options for Rosa|Save)/ });
  expect(await refused.count()).toBe(0);
  expect((await openMenu(page)).filter((entry) => /^(Start|Import|Export)/.test(entry))).toEqual([]);
  await page.goto(`${house.url}/dashboard?tab=admin&section=payments`);
  await page.getByText('Only owners and managers can change these settings.').waitFor();
  await page.getByRole('heading', { name: 'Recent payments' }).waitFor();
  expect(await page.getByText('Failed to check').count()).toBe(0);
  await page.goto(`${house.url}/dashboard?tab=crm&dialog=new-organization`);
  await page.getByText('Ask an owner or a manager to create an organization').waitFor();
  expect(await page.getByRole('button', { name: /organization/ }).count()).toBe(0);
  await openTeam(page);
  // Each card of the section says so.
  await page.getByText('Only owners and managers can change these settings.').first().waitFor();
  expect(await page.getByLabel('Company name').isDisabled()).toBe(true);
});

test('the sales role has no prices, widget, reports, company, team, payments, import, export or plan', async () => {
  const sam = await a.member(company, 'sales', { name: 'Sam Sales' });
  const page = await windowOf(sam.email);
  await page.goto(`${house.url}/dashboard?tab=pricing`);
  await page.getByRole('heading', { name: 'Customer Leads' }).waitFor();
  const tabs = page.getByRole('navigation', { name: 'Dashboard' }).locator('.lbl');
  expect(await tabs.allTextContents()).toEqual(['Customer Leads', 'CRM', 'Admin', 'Feedback']);
  expect(await page.getByRole('link', { name: 'Reports' }).count()).toBe(0);
  expect(await openMenu(page)).toEqual([
    // only of the leads that they can see
    'Who owes you',
    'Archived leads',
    'To review',
    'Spam',
    'All leads',
    'My leads',
    'Unassigned leads',
    'Start follow-ups',
  ]);
  await page.goto(`${house.url}/dashboard?tab=admin&section=payments`);
  await page.getByRole('heading', { name: 'Password' }).waitFor();
  await page.getByRole('button', { name: 'Leave Ridge Fence' }).waitFor();
  expect(await page.getByRole('link', { name: /^(Company|Payments|Terms|Workflow)$/ }).count()).toBe(0);
  expect(await page.getByText(/plan|renews/i).count()).toBe(0);
  // the source of the lead is typed by hand
  await page.goto(`${house.url}/dashboard?tab=leads&dialog=add`);
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Yolanda Yard');
  await form.getByLabel('Email').fill('yolanda@example.com');
  await form.getByLabel('Source').fill('Boise home show');
  await form.getByRole('button', { name: 'Add Lead', exact: true }).click();
  await page.locator('dd', { hasText: 'Boise home show' }).waitFor();
  const saved = await system
    .selectFrom('leads')
    .select(['source', 'assigned_to'])
    .where('name', '=', 'Yolanda Yard')
    .executeTakeFirst();
  expect(saved).toEqual({ source: 'Boise home show', assigned_to: sam.id });
});

test('if two people edit a lead, the second to save sees who changed which field, and keeps what was typed', async () => {
  const mia = await a.member(company, 'manager', { name: 'Mia Manager' });
  const lead = await a.lead(company, { name: 'Stan Stone', phone: '+12085550172' });
  const edit = `${house.url}/dashboard?tab=leads&lead=${lead.id}&dialog=edit`;
  const [first, second] = [await windowOf(owner.email), await windowOf(mia.email)];
  // there are no live updates, as on a bad connection
  await first.route('**/trpc/leads.onChange*', (route) => route.abort());
  await first.goto(edit);
  await first.getByRole('dialog').getByLabel('Phone').fill('(208) 555-0199');
  await second.goto(edit);
  await second.getByRole('dialog').getByLabel('Phone').fill('(208) 555-0111');
  await second.getByRole('button', { name: 'Save lead' }).click();
  await second.getByText('Stan Stone saved').waitFor();
  await first.getByRole('button', { name: 'Save lead' }).click();
  await first
    .getByText(/Mia Manager changed the phone to \(208\) 555-0111/)
    .first()
    .waitFor();
  expect(await first.getByRole('dialog').getByLabel('Phone').inputValue()).toBe('(208) 555-0199');
  await first.getByText('Someone else changed phone while you were editing').waitFor();
  await first.getByRole('button', { name: 'Save lead' }).click();
  await first.getByText('Stan Stone saved').waitFor();
  const saved = await system.selectFrom('leads').select('phone').where('id', '=', lead.id).executeTakeFirst();
  expect(saved).toEqual({ phone: '+12085550199' });
});

test.each([390, 1280])('the team fits at %i px, in both themes', async (width) => {
  const page = await windowOf(owner.email, width);
  await openTeam(page);
  await members(page).waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    expect(await sidewaysFaults(page)).toEqual([]);
    // smaller targets are fine for a mouse
    expect(width < 768 ? await smallTargets(page) : []).toEqual([]);
    const folder = process.env['TEAM_PICTURES'];
    if (folder)
      await page
        .locator('section[aria-labelledby=team-title]')
        .screenshot({ path: `${folder}/team-${width}-${theme}.png` });
  }
});
