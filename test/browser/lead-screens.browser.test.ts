import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EMAIL_CONFIRMATION } from '#shared/features/company/checklist.words.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { LEAD_ID, marisol } from '../fake-dashboard.ts';
import { requestsOf, shiftFaults, slowDown } from './layout-shift.ts';

const on = dialogPage();

const PHONE = { width: 390, height: 844 };
const LONG = 'Maximiliana Featherstonehaugh-Cholmondeley and Bartholomew Wolfeschlegelsteinhausenbergerdorff of Boise';

const list = (...items: LeadView[]) => {
  on.fake.answers['leads.list'] = () => ({ items, nextCursor: null });
  on.fake.answers['leads.get'] = ({ leadId }) => items.find(({ id }) => id === leadId) ?? marisol;
};
const otherId = (at: number) => LEAD_ID.slice(0, -2) + String(10 + at);
const row = (name: string) => on.page.getByRole('row', { name: new RegExp(name) });

/** Returns the position of an element's text. */
const wordsOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  });

describe('the list', () => {
  it.each([1280, 820])('keeps a price of a million separate from the status at %i px', async (width) => {
    list({ ...marisol, quoteCents: 123_456_789, status: 'estimate_sent' });
    await on.page.setViewportSize({ width, height: 900 });
    await on.visit();
    await row('Marisol Vega').waitFor();
    const price = await wordsOf(row('Marisol Vega').locator('.price'));
    const badge = await row('Marisol Vega').locator('.badge').boundingBox();
    expect(price.right).toBeLessThanOrEqual((badge?.x ?? 0) - 4);
  });
});

describe('the first steps', () => {
  const STEPS = {
    prices: true,
    priceChoice: true,
    company: true,
    missing: [] as string[],
    payments: true,
    widget: true,
  };

  it.each([
    { ...STEPS, prices: false },
    { ...STEPS, company: false, missing: ['phone', 'postal address', EMAIL_CONFIRMATION] },
    { ...STEPS, payments: false },
  ])('keep the leads in place when the page is refreshed: $prices, $company, $payments', async (steps) => {
    list(marisol);
    on.fake.answers['company.checklist'] = () => ({ open: true, ...steps });
    await on.page.setViewportSize(PHONE);
    await on.visit();
    await on.page.getByRole('heading', { name: 'First steps' }).waitFor();
    const slow = await slowDown(on.page, { cold: false });
    const url = on.page.url();
    expect(await shiftFaults(on.page, [{ name: 'leads', url, sees: 'First steps' }])).toEqual([]);
    await slow.detach();
  });
});

describe('a menu at the bottom of a phone’s screen', () => {
  it('opens again under the mouse without choosing the item that appears there', async () => {
    list(...Array.from({ length: 6 }, (_each, at) => ({ ...marisol, id: otherId(at), name: `Lead ${at}` })));
    await on.page.setViewportSize(PHONE);
    await on.visit();
    const more = on.page.getByRole('button', { name: /^More options for Lead 5/ });
    const menu = on.page.getByRole('menu');
    await more.scrollIntoViewIfNeeded();
    for (let times = 0; times < 3; times += 1) {
      await more.click();
      await menu.getByRole('menuitem', { name: 'Edit lead' }).waitFor();
      // A chosen item would close the menu in the same turn.
      await on.page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await menu.count()).toBe(1);
      await on.page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
    }
  });
});

describe('a lead without a network connection', () => {
  it('opens with the list’s data, and the banner stays', async () => {
    await on.page.setViewportSize(PHONE);
    const requests = requestsOf(on.page);
    await on.visit();
    await on.page.getByRole('link', { name: 'Marisol Vega', exact: true }).waitFor();
    // The sheet's code is preloaded, with everything that it imports.
    await on.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('lead-sheet')),
    );
    await requests.ended();
    await on.page.context().setOffline(true);
    await on.page.getByRole('link', { name: 'Marisol Vega', exact: true }).click();
    const sheet = on.dialog();
    await sheet.getByRole('heading', { name: 'Marisol Vega' }).waitFor();
    await sheet.getByText('$3,542.08').first().waitFor();
    expect(await sheet.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+12085550136');
    expect(await sheet.getByText('2217 Sagebrush Ln, Boise, ID 83709').count()).toBe(1);
    await sheet.getByText(/You are offline|You’re offline/).waitFor();
    expect(await sheet.getByText(/^Loading/).count()).toBe(0);
    await on.page.context().setOffline(false);
  });
});

describe('the sheet of a lead', () => {
  it.each([390, 1280])('shows a full long name at %i px', async (width) => {
    list({ ...marisol, name: LONG });
    await on.page.setViewportSize({ width, height: 844 });
    await on.visit({ lead: LEAD_ID });
    const title = on.dialog().getByRole('heading', { name: LONG });
    await title.waitFor();
    const { cut, beside } = await title.evaluate((node) => ({
      cut: node.scrollHeight - node.clientHeight,
      beside: node.scrollWidth - node.clientWidth,
    }));
    expect({ cut, beside }).toEqual({ cut: 0, beside: 0 });
  });

  it('toasts don’t cover its footer on a phone', async () => {
    on.fake.answers['leads.archive'] = () => marisol;
    await on.page.setViewportSize(PHONE);
    await on.visit({ lead: LEAD_ID });
    await on
      .dialog()
      .getByRole('button', { name: /^More options for/ })
      .click();
    await on.page.getByRole('menuitem', { name: 'Archive' }).click();
    const toast = on.page.locator('[data-sonner-toast]').first();
    await toast.waitFor();
    const foot = await on.dialog().locator('> footer').boundingBox();
    await expect
      .poll(async () => {
        const box = await toast.boundingBox();
        return box && foot ? box.y + box.height <= foot.y : null;
      })
      .toBe(true);
  });
});

describe('the follow-up dialog', () => {
  it.each([320, 390])('can be closed on a phone of %i px', async (width) => {
    await on.page.setViewportSize({ width, height: 844 });
    await on.open('follow-up');
    await on.button('Cancel').click();
    await expect.poll(() => on.dialog().count()).toBe(0);
  });
});

describe('the company’s initials', () => {
  it('have the color that the homeowner sees on the estimate page', async () => {
    await on.open('estimate');
    const color = await on
      .dialog()
      .locator('.est-mark')
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor);
    expect(color).toBe('oklch(0.4 0.075 155)');
  });
});
