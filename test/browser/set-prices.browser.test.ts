import { beforeEach, describe, expect, it } from 'vitest';
import { failing, pricing as first } from '../fake-dashboard.ts';
import { axeFaults } from './axe.ts';
import { dialogPage } from './dialog-page.ts';
import { setTheme, sidewaysFaults, smallTargets } from './looks.ts';

const on = dialogPage();
const button = (name: string) => on.page.getByRole('button', { name, exact: true });
const fence = () => on.page.getByLabel('Your usual fence');
const perFoot = () => on.page.getByLabel('Price per foot');
const gate = () => on.page.getByLabel('Price of a gate');
const saved = () => on.mutations('pricing.updateBase');

beforeEach(async () => {
  let prices = false;
  const later = { priceChoice: false, company: false, missing: ['phone'], payments: false, widget: false };
  const { 'leads.summary': summary } = on.fake.answers;
  Object.assign(on.fake.answers, {
    'leads.summary': () => ({ ...(summary?.({}) as object), total: 0 }),
    'leads.list': () => ({ items: [], nextCursor: null }),
    'company.checklist': () => ({ open: true, prices, ...later }),
    'pricing.updateBase': (typed: { basePriceCents: number; gatePriceCents: number }) => {
      prices = true;
      return { ...first, ...typed };
    },
  });
  await on.visit();
});

describe('the first set-up of prices', () => {
  it('asks three questions, saves what they mean for the base cost once, and starts the first estimate', async () => {
    await button('Set my prices').click();
    await fence().waitFor();
    expect(await on.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('materialId');
    expect([await perFoot().inputValue(), await gate().inputValue()]).toEqual(['7.62', '300']);
    await fence().selectOption({ label: 'Vinyl' });
    expect(await perFoot().inputValue()).toBe('17.62');
    await perFoot().fill('$42.5');
    await gate().fill('350');
    await button('Save and make an estimate').dblclick();
    await on.said('Prices saved');
    await on.dialog().getByRole('heading', { name: 'Add lead' }).waitFor();
    // $42.50 without Vinyl's premium of $10.00
    expect(saved()).toEqual([
      { basePriceCents: 3_250, gatePriceCents: 35_000, was: { basePriceCents: 762, gatePriceCents: 30_000 } },
    ]);
  });

  it('keeps a price that was typed before the fence was chosen', async () => {
    await button('Set my prices').click();
    await perFoot().fill('38');
    await fence().selectOption({ label: 'Vinyl' });
    expect(await perFoot().inputValue()).toMatch(/^38(\.00)?$/);
    await button('Save and make an estimate').click();
    await on.said('Prices saved');
    expect(saved()).toMatchObject([{ basePriceCents: 2_800 }]);
  });

  it('says what is wrong beside the price, in terms of the fence that was chosen', async () => {
    await button('Set my prices').click();
    await fence().selectOption({ label: 'Vinyl' });
    await perFoot().fill('forty');
    await gate().fill('');
    await button('Save and make an estimate').click();
    await on.page.getByText('Enter your price per foot, such as 32.00').waitFor();
    expect([await perFoot().inputValue(), await gate().inputValue()]).toEqual(['forty', '']);
    await perFoot().fill('9');
    await gate().fill('349.50');
    await button('Save and make an estimate').click();
    await on.page.getByText(/Enter \$10\.00 or more/).waitFor();
    await on.page.getByText('Enter a whole number of dollars, such as 300').waitFor();
    expect(saved()).toEqual([]);
    await perFoot().fill('40');
    await gate().fill('350');
    on.fake.answers['pricing.updateBase'] = () =>
      failing({ code: 'CONFLICT', message: 'The prices were changed meanwhile. Check them and save again.' });
    await button('Save and make an estimate').click();
    await on.said('The prices were changed meanwhile. Check them and save again.');
    expect([await perFoot().inputValue(), await gate().inputValue()]).toEqual(['40.00', '350']);
  });

  it('says that the prices couldn’t be loaded, and loads them again', async () => {
    const { 'pricing.get': answer } = on.fake.answers;
    on.fake.answers['pricing.get'] = () => failing({ code: 'NOT_FOUND', message: 'No prices here' });
    await on.page.reload();
    await button('Set my prices').click();
    await on.page.getByText('Failed to load your prices: No prices here').waitFor();
    if (answer) on.fake.answers['pricing.get'] = answer;
    await button('Try again').click();
    await perFoot().waitFor();
    expect(await perFoot().inputValue()).toBe('7.62');
  });

  it.each([390, 1280])('fits %d px in both themes', async (width) => {
    await on.page.setViewportSize({ width, height: 844 });
    await button('Set my prices').click();
    await perFoot().fill('x');
    await button('Save and make an estimate').click();
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(on.page, theme);
      expect(await axeFaults(on.page, 'main')).toEqual([]);
    }
    expect(await sidewaysFaults(on.page)).toEqual([]);
    // Only fingers need 44 px.
    expect(width < 800 ? await smallTargets(on.page) : []).toEqual([]);
  });
});
