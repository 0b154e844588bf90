import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_STEPS_MESSAGE, MIN_STEPS_MESSAGE } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { WEEK } from '../../src/client/lib/week.ts';
import { DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { openBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, post, startHouse } from '../house.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';

const NAME = 'Tom Hadley';
const EMAIL = 'tom.hadley@example.com';
const PHONE = '+12085550172';
const SHARED_NUMBER = '+12085550199';

let database: TestDatabase;
let house: House;
let browser: Browser;
let office: BrowserContext;
let phone: BrowserContext;
let dashboard: Page;
const faults: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date() });
  house = await startHouse(database.url);
  await house.startWorker();
  browser = await sharedChromium();
  office = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  phone = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  dashboard = await openPage(office, faults);
});
afterAll(async () => {
  if (browser) await closePages(browser);
  await house?.close();
  await database.drop();
});

const dialog = () => dashboard.getByRole('dialog').last();
const press = (name: string | RegExp) =>
  dialog()
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click();
const openLead = async () => {
  await dashboard.goto(`${house.url}/dashboard?tab=leads`);
  await dashboard
    .getByRole('row', { name: new RegExp(NAME) })
    .getByText(NAME)
    .click();
  await dialog().getByRole('heading', { name: NAME }).waitFor();
};
const toast = (text: string | RegExp) => dashboard.getByText(text).first().waitFor();

describe('the main journey, as users take it', () => {
  test('the contractor signs in, after a wrong password that keeps what was typed (spec:2.8 spec:2.11 spec:4.3)', async () => {
    await dashboard.goto(`${house.url}/dashboard`);
    await dashboard.waitForURL(/\/auth/);
    await dashboard.getByLabel('Email').fill(DEMO.email);
    await dashboard.getByLabel('Password', { exact: true }).fill('wrong');
    await dashboard.keyboard.press('Enter');
    await dashboard.getByText('Incorrect email or password').waitFor();
    expect(await dashboard.getByLabel('Email').inputValue()).toBe(DEMO.email);
    await dashboard.getByLabel('Password', { exact: true }).fill(DEMO.password);
    await dashboard.keyboard.press('Enter');
    await dashboard.waitForURL(/\/dashboard/);
    await dashboard.getByRole('heading', { name: 'Customer Leads' }).waitFor();
  });

  test('a homeowner uses the widget and sees the price at once; the lead appears without a refresh (spec:7.26)', async () => {
    const page = await openPage(phone, faults);
    await page.goto(`${house.url}/widget-demo`);
    await page.getByRole('button', { name: 'Get my estimate' }).click();
    await page.getByText('Enter more than 0 and up to 100,000 feet').waitFor();
    await page.getByLabel('Fence length').fill('148');
    await page.getByRole('button', { name: 'More gates' }).click();
    await page.getByText('$1,427.76').first().waitFor();
    await page.getByRole('button', { name: 'Get my estimate' }).click();
    await page.getByLabel('Your name').fill(NAME);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel(/phone/i).fill('208 555 0172');
    await page.getByText('Address and notes').click();
    await page.getByLabel(/zip/i).fill('83642');
    expect(await page.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(`${house.url}/privacy?lang=en`);
    await page.getByRole('checkbox').check();
    await page
      .getByRole('button', { name: /Get my estimate|Send|Get/ })
      .last()
      .click();
    await page.getByText('$1,427.76').filter({ visible: true }).first().waitFor();

    await dashboard.getByText(NAME).first().waitFor();
    await expect.poll(() => house.sentTo(EMAIL).length, { timeout: 60_000 }).toBe(1);
    await page.close();
  });

  test('the estimate updates on every key, rejects input that it can’t price, and is sent', async () => {
    await openLead();
    await press('View & Send Estimate');
    await dialog().getByText('Fence Installation Estimate').waitFor();
    const perimeter = dialog().getByLabel('Perimeter');
    await perimeter.fill('0');
    await press('Send Estimate');
    await dialog().getByText('Enter more than 0 and up to 100,000').waitFor();
    expect(await perimeter.inputValue()).toBe('0');
    await perimeter.fill('150.5');
    await dialog().getByLabel('Gates').fill('101');
    await press('Send Estimate');
    await dialog().getByText('Enter a whole number of gates from 0 to 100').waitFor();
    await dialog().getByLabel('Gates').fill('2');
    await dialog().getByLabel('Material').selectOption({ label: 'Vinyl (+$10.00 per ft)' });
    await dialog().getByLabel('Additional notes').fill('Side gate swings out.');
    // 150.5 ft × $17.62 + 2 × $300
    await dialog().getByText('$3,251.81').first().waitFor();
    await press('Preview estimate');
    await dialog().getByText('PREVIEW').first().waitFor();
    expect(await dialog().getByRole('button', { name: 'Send Estimate' }).count()).toBe(0);
    await press('Edit estimate');
    await press('Send Estimate');
    await toast(`Estimate sent to ${NAME} at ${EMAIL}`);
  });

  test('the homeowner opens the estimate from the email, on a phone (spec:1.2)', async () => {
    await expect.poll(() => house.sentTo(EMAIL).length, { timeout: 60_000 }).toBe(2);
    const mail = house.sentTo(EMAIL)[1];
    const link = /https?:\/\/\S+\/estimate\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(mail?.html).toContain(link);
    const page = await openPage(phone, faults);
    await page.goto(link);
    await page.getByText('$3,251.81').first().waitFor();
    await page.getByText('Side gate swings out.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.close();
  });

  test('follow-ups: limits are explained, a draft is saved, and activating plans three days', async () => {
    await openLead();
    await press('Follow Up');
    await dialog().getByText('Day 7').first().waitFor();
    await press('Add a follow-up');
    await press('Add a follow-up');
    await press('Add a follow-up');
    await toast(MAX_STEPS_MESSAGE);
    for (const left of [5, 4, 3, 2]) await press(`Remove follow-up ${left}`);
    await press('Remove follow-up 1');
    await toast(MIN_STEPS_MESSAGE);
    await press('Add a follow-up');
    await dialog().getByLabel('Day of follow-up 2').fill('1');
    await press(/Activate Follow-ups|Save as Draft/);
    await dialog()
      .getByText(/later than the previous one/)
      .first()
      .waitFor();
    await press('Cancel');
    await dashboard.getByRole('button', { name: /^Discard/ }).click();

    await press('Follow Up');
    await dialog().getByRole('tab', { name: 'Messages' }).click();
    const first = dialog().getByLabel('Message 1');
    const template = await first.inputValue();
    await first.fill('Hi {{nam}}');
    await first.blur();
    await dialog()
      .getByText(/Unknown tag: \{\{nam\}\}/)
      .first()
      .waitFor();
    await first.fill(template);
    await dialog()
      .getByText(/Hi Tom/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await dialog().getByRole('tab', { name: 'Schedule' }).click();
    await dialog().getByText('Both', { exact: true }).click();
    const toggle = dialog().getByRole('switch');
    if ((await toggle.getAttribute('aria-checked')) === 'true') await toggle.click();
    await press('Save as Draft');
    await toast('Follow-up scheduled');
    await dialog().getByRole('button', { name: 'Follow Up', exact: true }).click();
    await dialog().getByRole('switch').click();
    await press('Activate Follow-ups');
    await dialog().getByText('Choose one of these first').waitFor();
    await press('Keep the offer');
    await dialog().getByText('Keep the offer in your last message?').waitFor({ state: 'hidden' });
    await press('Activate Follow-ups');
    await expect.poll(followUpStatus, { timeout: 10_000 }).toBe('active');
    // Once the server responds, the dialog closes by going back in the history.
    await dialog().getByRole('heading', { name: NAME }).waitFor();
  });

  test('the worker sends on days 1, 3 and 7, and the timeline shows it without a refresh', async () => {
    await openLead();
    await house.moveClock(24 * 8);
    const texts = house.sentTo(PHONE).filter(({ text }) => !text.includes('/estimate/'));
    const mails = house.sentTo(EMAIL).slice(2);
    expect(mails).toHaveLength(3);
    expect(texts.filter(({ text }) => text.includes('Tom'))).not.toHaveLength(0);
    for (const { text } of [...texts, ...mails]) expect(text).not.toMatch(/\{\{|undefined|null/);
    await dialog()
      .getByText(/deliver/i)
      .first()
      .waitFor();
  });

  test('the sales agent is set up, drafts an answer that the contractor changes and sends, and gives way to them', async () => {
    const { agent } = await signedIn();
    await agent.updateSettings.mutate({ sms: 'off' });
    await dashboard.goto(`${house.url}/dashboard?tab=admin&section=workflow`);
    await dashboard.getByText('Sales agent', { exact: true }).click();
    const choose = (group: string, name: string) =>
      dashboard.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
    const pressed = (name: string) => dashboard.getByRole('button', { name, exact: true }).click();
    await choose('Answers to texts', 'Drafts');
    await choose('When the agent answers', 'Only when we’re closed');
    // opens the company on a day other than today
    const day = WEEK[(house.sandbox.clock.now().getDay() + 3) % 7] ?? '';
    await dashboard.getByRole('switch', { name: day }).check();
    await dashboard.getByLabel(`${day}, open until`).fill('18:30');
    await pressed('Save sales agent');
    await expect
      .poll(() => agent.settings.query(), { timeout: 10_000 })
      .toMatchObject({
        sms: 'draft',
        hours: 'closed',
        openHours: [{ day: WEEK.findIndex((name) => name === day), from: '08:00', to: '18:30' }],
      });

    await pressed('Do you offer a warranty?');
    await dialog().getByLabel('Answer', { exact: true }).fill('Yes, five years.');
    await press('Save answer');
    await pressed('Edit “Do you offer a warranty?”');
    await dialog().getByLabel('Answer', { exact: true }).fill('Yes, ten years on workmanship.');
    await press('Save answer');
    await dashboard.getByText('Yes, ten years on workmanship.').waitFor();

    await post(`${house.sandbox.url}/api/reply`, { from: PHONE, to: SHARED_NUMBER, text: 'Do you offer a warranty?' });
    const drafts = async () => {
      await house.moveClock(0.01);
      return (await agent.drafts.query()).map(({ text }) => text);
    };
    await expect
      .poll(drafts, { timeout: 30_000, interval: 1_000 })
      .toEqual([expect.stringContaining('ten years on workmanship')]);
    await openLead();
    await dialog().getByRole('link', { name: 'Conversation' }).click();
    await dialog().getByRole('heading', { name: 'Draft text' }).waitFor();
    await press('Edit');
    await dialog().getByLabel('Your answer').fill('Ten years, Tom. I can show you one we built.');
    await press('Send draft');
    await toast('Draft sent');
    const sent = async () => {
      await house.moveClock(6);
      return house.sentTo(PHONE).filter(({ text }) => text.includes('I can show you one')).length;
    };
    await expect.poll(sent, { timeout: 20_000, interval: 1_000 }).toBe(1);
    expect(house.sentTo(PHONE).filter(({ text }) => text.includes('workmanship'))).toEqual([]);

    await press('Take over');
    await dialog().getByText('You’re answering Tom. The sales agent won’t answer.').waitFor();
    await press('Let the agent answer');
    await dialog().getByText('The sales agent is answering Tom’s questions.').waitFor();
    await openLead();
  });

  test('a reply appears on the timeline, and STOP from another phone stops all texts to that number', async () => {
    await post(`${house.sandbox.url}/api/reply`, {
      from: PHONE,
      to: SHARED_NUMBER,
      text: 'Can the side gate swing out?',
    });
    await dialog().getByText('Can the side gate swing out?').waitFor();
    await post(`${house.sandbox.url}/api/reply`, { from: PHONE, to: SHARED_NUMBER, text: 'STOP' });
    await dialog()
      .getByText(/STOP|opted out|no more texts/i)
      .first()
      .waitFor();
    await expect.poll(smsAllowed, { timeout: 10_000 }).toBe(false);
  });

  test('notes, marks and archiving in another browser appear within a second', async () => {
    const other = await signedIn();
    const [lead] = (await other.leads.list.query({ search: EMAIL })).items;
    if (!lead) throw new Error('the lead is gone');
    const soon = { timeout: 5_000 };
    await other.leads.addNote.mutate({ leadId: lead.id, text: 'The gate code is 4711' });
    await dialog().getByText('The gate code is 4711').waitFor(soon);
    await other.leads.update.mutate({ leadId: lead.id, outcome: 'lost', reason: 'price' });
    await dialog().getByText('Lost', { exact: false }).first().waitFor(soon);
    await dashboard.keyboard.press('Escape');
    const row = dashboard.getByRole('row', { name: new RegExp(NAME) });
    await row.waitFor();
    await other.leads.archive.mutate({ leadId: lead.id, archived: true });
    await expect.poll(() => row.count(), soon).toBe(0);
  });

  test('no page had a script error', () => {
    expect(faults).toEqual([]);
  });
});

/** A second browser of the contractor, without a page. */
const signedIn = async () => {
  const { trpc } = openBrowser(house.url);
  await trpc.auth.signIn.mutate(DEMO);
  return trpc;
};

const leadOf = async (): Promise<{ followUpStatus: string; sms: { allowed: boolean } } | undefined> =>
  dashboard.evaluate(async (email) => {
    const input = encodeURIComponent(JSON.stringify({ search: email }));
    const answer = await fetch(`/trpc/leads.list?input=${input}`);
    const body = (await answer.json()) as {
      result: { data: { items: { followUpStatus: string; sms: { allowed: boolean } }[] } };
    };
    return body.result.data.items[0];
  }, EMAIL);
const followUpStatus = async () => (await leadOf())?.followUpStatus;
const smsAllowed = async () => (await leadOf())?.sms.allowed;
