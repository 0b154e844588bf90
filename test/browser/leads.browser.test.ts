import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { axeFaults } from './axe.ts';
import { dialogPage } from './dialog-page.ts';
import { LEAD_ID, marisol, VINYL } from '../fake-dashboard.ts';

const on = dialogPage();

const PHONE = { width: 390, height: 844 };
const others: LeadView[] = (['contacted', 'estimate_sent', 'paid'] as const).map((status, index) => ({
  ...marisol,
  id: `0193a000-0000-7000-8000-00000000000${index + 4}`,
  name: ['Denise Okafor', 'Tom Hadley', 'Ray Lindqvist'][index] ?? '',
  phone: null,
  address: null,
  status,
}));

/** Fills the list with two pages, and adds one lead whose payment was reversed. */
const fillList = () => {
  const disputed: LeadView = {
    ...marisol,
    id: VINYL,
    name: 'Walt Brenner',
    status: 'paid',
    estimateStatus: 'disputed',
  };
  on.fake.answers['leads.list'] = ({ cursor, archived }) => {
    if (archived === true) return { items: [], nextCursor: null };
    return cursor ? { items: [disputed], nextCursor: null } : { items: [marisol, ...others], nextCursor: 'two' };
  };
};

const focused = () =>
  on.page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

describe('the list of leads', () => {
  it('keeps a live connection only while visible, because without TLS a browser has only six for all its tabs', async () => {
    fillList();
    await on.visit();
    await expect.poll(() => on.fake.listening).toBe(1);
    const show = (state: string) =>
      on.page.evaluate((next) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await show('hidden');
    await expect.poll(() => on.fake.listening).toBe(0);
    await show('visible');
    await expect.poll(() => on.fake.listening).toBe(1);
  });

  it('is a list of cards on phones, each with its button and menu (spec:2.27 spec:2.29)', async () => {
    fillList();
    await on.page.setViewportSize(PHONE);
    await on.visit();
    const cards = on.page.getByRole('list', { name: 'Customer Leads' }).getByRole('listitem');
    await cards.first().waitFor();
    expect(await on.page.getByRole('table').count()).toBe(0);
    expect(await cards.count()).toBe(4);
    expect(await cards.nth(1).getByText('No address provided').count()).toBe(1);
    await cards
      .first()
      .getByRole('button', { name: /More options for Marisol Vega/ })
      .click();
    await on.page.getByRole('menu').waitFor();
    const entries = await on.page.getByRole('menuitem').allTextContents();
    expect(entries.slice(0, 3)).toEqual(['Follow Up', 'Edit lead', 'Mark as won or lost']);
    const menu = await on.page.getByRole('menu').boundingBox();
    expect(menu).toMatchObject({ x: 0, width: 390 });
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeCloseTo(844, 0);
    for (const entry of await on.page.getByRole('menuitem').all())
      expect((await entry.boundingBox())?.y).toBeLessThanOrEqual(844 - 44);
    // A press beside the menu only closes it, even above another control.
    await on.page.mouse.click(340, 28);
    await on.page.getByRole('menu').waitFor({ state: 'hidden' });
    expect(await on.page.locator('.scrim').count()).toBe(0);
    await cards.first().getByRole('button', { name: 'View & Send Estimate' }).click();
    await on.dialog().getByText('Fence Installation Estimate').waitFor();
    expect(await on.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it('shows what a lead owes in full beside the side menu', async () => {
    const owes = { ...marisol, agreedCents: 12_534_208, balanceCents: 12_534_208, owedCents: 12_534_208 };
    on.fake.answers['leads.list'] = () => ({ items: [owes], nextCursor: null });
    await on.page.setViewportSize({ width: 1280, height: 900 });
    await on.visit();
    const note = on.page.getByRole('table').getByText('Owes $125,342.08');
    await note.waitFor();
    expect(await note.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  it('supports the keyboard: / searches, Enter on a name opens, Escape returns focus', async () => {
    fillList();
    await on.visit();
    await on.page.getByRole('row', { name: /Tom Hadley/ }).waitFor();
    await on.page.keyboard.press('/');
    await on.page.keyboard.type('tom');
    expect(await on.page.getByLabel('Search leads').inputValue()).toBe('tom');
    await expect.poll(() => on.page.url()).toContain('search=tom');
    await on.page.getByRole('link', { name: 'Tom Hadley' }).focus();
    await on.page.keyboard.press('Enter');
    await on.dialog().waitFor();
    await on.page.keyboard.press('Escape');
    await on.dialog().waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('Tom Hadley');
  });
});

describe('the sheet of a lead', () => {
  it('shows a change that arrives while the history loads for the first time', async () => {
    const noted = (text: string) => [
      { id: '1', kind: 'note', at: '2026-11-05T14:42:00Z', data: { text }, open: false },
    ];
    let items = noted('Written before');
    on.fake.answers['leads.get'] = () => marisol;
    on.fake.answers['leads.timeline'] = () => ({ items, nextCursor: null });
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answerLate = async (route: Route) => {
      const response = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response });
    };
    await on.page.route(/leads\.timeline/, answerLate, { times: 1 });
    await on.visit({ lead: LEAD_ID });
    await asked.promise;
    await expect.poll(() => on.fake.listening).toBeGreaterThan(0);
    items = noted('Written meanwhile');
    const refreshed = on.page.waitForRequest(/leads\.summary/);
    on.fake.tell(LEAD_ID);
    await refreshed;
    held.resolve();
    await on.dialog().getByText('Written meanwhile').waitFor();
  });
});

describe('the conversation with a lead', () => {
  const at = '2026-11-05T14:42:00Z';
  const said = {
    id: '0193a000-0000-7000-8000-0000000000aa',
    from: 'homeowner',
    channel: 'sms',
    label: null,
    at,
    state: 'received',
    reason: null,
    subject: null,
    text: 'Which <b>day</b>?',
    hasWhole: false,
    attachments: [],
    sender: null,
    automatic: false,
    rowId: null,
    unsure: false,
    unreadable: false,
    again: null,
  };
  const ways = {
    sms: { allowed: true, refusal: null, reason: null, opensAt: null, why: null, first: true },
    email: { allowed: true, reason: null, subject: 'Re: Your fence' },
    companyName: 'Acme Fence',
    zone: 'America/Boise',
  };

  it('asks at the top of a lead’s sheet what a doubtful message means, and saves one decision about all of them', async () => {
    let awaitsDecision = true;
    const texts = ['who is this', 'this is not Robin’s phone'];
    on.fake.answers['leads.get'] = () => ({ ...marisol, awaitsDecision });
    on.fake.answers['messages.undecided'] = () =>
      texts.map((text, index) => ({ messageId: `m${index}`, leadId: LEAD_ID, channel: 'sms', text, at }));
    on.fake.answers['messages.decide'] = () => {
      awaitsDecision = false;
      return { wish: 'reply' };
    };
    await on.visit({ lead: LEAD_ID, view: 'overview' });
    const banner = on.dialog().getByRole('region', { name: 'Your decision is needed' });
    for (const text of texts) await banner.getByText(text).waitFor();
    // It's above everything else in the sheet.
    const [box, call] = [
      await banner.boundingBox(),
      await on.dialog().getByRole('link', { name: 'Call' }).boundingBox(),
    ];
    expect(box && call && box.y < call.y).toBe(true);
    expect(await axeFaults(on.page, '[role=dialog]')).toEqual([]);
    await banner.getByRole('button', { name: 'No more texts' }).click();
    await on.page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click();
    expect(on.mutations('messages.decide')).toEqual([]);
    await banner.getByRole('button', { name: 'It’s a normal reply' }).click();
    await on.said('Marked as a normal reply');
    await banner.waitFor({ state: 'detached' });
    expect(on.mutations('messages.decide')).toEqual([{ leadId: LEAD_ID, wish: 'reply' }]);
  });

  it('keeps scroll position and typed text while messages arrive, and announces a reply', async () => {
    const entry = (index: number) => ({ ...said, id: `entry-${index}`, text: `Word ${index}` });
    const down = (from: number, count: number) => Array.from({ length: count }, (_, step) => entry(from - step));
    let newest = 60;
    on.fake.answers['leads.get'] = () => marisol;
    on.fake.answers['messages.ways'] = () => ways;
    on.fake.answers['messages.thread'] = ({ cursor }) =>
      cursor ? { items: down(newest - 30, 30), nextCursor: null } : { items: down(newest, 30), nextCursor: 'earlier' };
    on.fake.answers['messages.send'] = () => ({ id: said.id, at });
    await on.visit({ lead: LEAD_ID, view: 'conversation' });
    await on.button('Show earlier').click();
    const before = on.dialog().getByText('Word 31', { exact: true });
    await on.dialog().getByText('Word 1', { exact: true }).waitFor({ state: 'attached' });
    await expect
      .poll(() => on.page.evaluate(() => document.activeElement?.closest('li')?.textContent))
      .toMatch(/Word 1\D/);
    await before.scrollIntoViewIfNeeded();
    const place = await before.boundingBox();
    const field = on.dialog().getByLabel('Message', { exact: true });
    const held = Promise.withResolvers<void>();
    await on.page.route('**/trpc/messages.send*', (route) => held.promise.then(() => route.continue()));
    await field.fill('Saturday at 9');
    await on.button('Send text').click();
    await field.fill('Saturday at 9, or Sunday');
    newest = 61;
    held.resolve();
    await on.button('New message').waitFor();
    expect(await field.inputValue()).toBe('Saturday at 9, or Sunday');
    expect((await before.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
    await on.dialog().getByRole('status').getByText('Marisol wrote: Word 61').waitFor({ state: 'attached' });
  });
});
