import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { dialogPage } from './dialog-page.ts';
import { DEFAULT_RULES } from '#shared/features/take-off/default-rules.ts';
import { failing, pricing as first, VINYL } from '../fake-dashboard.ts';

const on = dialogPage();
const PRICING = '/dashboard?tab=pricing';
const TERMS = '/dashboard?tab=admin&section=terms';
const WORKFLOW = '/dashboard?tab=admin&section=workflow';

const button = (name: string | RegExp) => on.page.getByRole('button', { name, exact: typeof name === 'string' });
const alert = () => on.page.getByRole('alertdialog');
const field = (name: string) => on.page.getByLabel(name, { exact: true });
const place = () => new URL(on.page.url()).search;

/** A minimal pricing server. It stores what it receives. */
let pricing: typeof first;
beforeEach(() => {
  pricing = structuredClone(first);
  const answers: typeof on.fake.answers = {
    'pricing.get': () => pricing,
    'pricing.updateBase': ({ was: _was, ...prices }) => (pricing = { ...pricing, ...prices }),
    'pricing.updateMaterial': ({ id, was: _was, ...changes }) => {
      pricing.materials = pricing.materials.map((one) => (one.id === id ? { ...one, ...changes } : one));
      return pricing.materials.find((one) => one.id === id);
    },
    'pricing.addMaterial': (given) => {
      pricing.materials = [
        ...pricing.materials,
        { id: 'added', basic: false, ...given } as (typeof first.materials)[0],
      ];
      return pricing.materials.at(-1);
    },
    'pricing.chooseBasic': ({ materialIds }) => {
      const chosen = materialIds as string[];
      pricing.materials = pricing.materials.map((one) => ({ ...one, basic: chosen.includes(one.id) }));
      return pricing;
    },
    'pricing.deleteMaterial': ({ id }) => {
      pricing.materials = pricing.materials.filter((one) => one.id !== id);
      return null;
    },
    'pricing.restoreMaterial': () => {
      pricing.materials = structuredClone(first.materials);
      return pricing.materials[0];
    },
  };
  Object.assign(on.fake.answers, answers);
});

describe('the Pricing tab', () => {
  it('spec:1.6 spec:2.43 spec:5.9 spec:5.10 spec:8.35 calculates while typing, confirms 0 and saves both prices', async () => {
    await on.goTo(PRICING);
    await on.page.getByText('A 100 ft fence with one gate: $1,062.00').waitFor();
    await field('Base cost per foot').fill('8.5');
    await on.page.getByText('A 100 ft fence with one gate: $1,150.00').waitFor();
    await field('Gate price').fill('no idea');
    await field('Base cost per foot').fill('none');
    await field('Gate price').focus();
    expect(await field('Base cost per foot').inputValue()).toBe('0');
    await button('Save pricing').click();
    expect(await field('Gate price').inputValue()).toBe('0');
    await on.page.getByText('Now, per foot: Vinyl $17.62.').waitFor();
    await on.page.getByText('Choose whether your other materials keep their prices.').waitFor();
    await on.page.getByRole('radio', { name: 'Move with the base cost' }).check();
    await on.page.getByText('Per foot: Vinyl $10.00.').waitFor();
    await button('Save pricing').click();
    await alert().getByText('Save a base cost of $0.00 per foot?').waitFor();
    await button('Keep editing').click();
    await field('Base cost per foot').fill('-4');
    await button('Save pricing').click();
    await on.page.getByText('Enter 0 or more, such as 7.62').waitFor();
    await field('Base cost per foot').fill('8');
    await field('Gate price').fill('250.50');
    await button('Save pricing').click();
    await on.page.getByText('Enter a whole number of dollars, such as 300').waitFor();
    await field('Gate price').fill('250');
    await on.page.getByText('Per foot: Vinyl $18.00.').waitFor();
    await button('Save pricing').click();
    await on.said('Base pricing updated successfully');
    const was = { basePriceCents: 762, gatePriceCents: 30_000 };
    expect(on.mutations('pricing.updateBase')).toEqual([{ basePriceCents: 800, gatePriceCents: 25_000, was }]);
    await button('Save pricing').waitFor({ state: 'hidden' });
  });

  it('spec:2.43 spec:3.16 spec:5.11 spec:8.36 spec:8.37 edits, adds and deletes materials in their rows', async () => {
    await on.goTo(PRICING);
    await button('Edit Vinyl').click();
    await field('Premium').fill('-7.63');
    await button('Save material').click();
    await on.page.getByText('The price per foot can’t be negative. Enter −$7.62 or more').waitFor();
    await field('Premium').fill('-1.5');
    expect(await field('Price').inputValue()).toBe('6.12');
    await button('Save material').click();
    await on.said('Material updated successfully');
    await on.page.getByRole('listitem').filter({ hasText: '−$1.50 per ft' }).waitFor();
    expect(on.mutations('pricing.updateMaterial')[0]).toMatchObject({ id: VINYL, premiumCents: -150 });
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Edit Vinyl');

    await button('Add material').click();
    await on.page.keyboard.type('Chain Link');
    await field('Premium').fill('x');
    await field('Name').focus();
    expect(await field('Premium').inputValue()).toBe('0');
    await on.page.keyboard.press('Enter');
    await on.said('New material added');
    expect(on.mutations('pricing.addMaterial')).toEqual([
      { name: 'Chain Link', premiumCents: 0, description: '', system: null },
    ]);

    await button('Delete Chain Link').click();
    await on.said('Material deleted successfully');
    await button('Undo').click();
    await expect.poll(() => on.mutations('pricing.restoreMaterial')).toEqual([{ id: 'added' }]);
    await button('Delete Vinyl').click();
    await expect.poll(() => button(/^Delete /).count()).toBe(1);
    await button('Delete 6ft Wood Picket').click();
    await on.page.getByText('Estimates need at least one material. Add another one first.').waitFor();
    expect(on.mutations('pricing.deleteMaterial')).toHaveLength(2);
  });

  it('keeps the other materials’ prices when the base cost changes, if asked to', async () => {
    await on.goTo(PRICING);
    await field('Base cost per foot').fill('9');
    await on.page.getByRole('radio', { name: 'Keep their prices' }).check();
    await on.page.getByRole('listitem', { name: 'Vinyl' }).getByText('$17.62 per ft').waitFor();
    await button('Save pricing').click();
    await on.said('Base pricing updated successfully');
    expect(on.mutations('pricing.updateBase')).toMatchObject([{ basePriceCents: 900, keepPrices: true }]);
  });

  it('takes a material’s own price per foot, and stores it as a premium', async () => {
    await on.goTo(PRICING);
    await button('Add material').click();
    await on.page.keyboard.type('Cedar Board');
    await field('Price').fill('21.5');
    expect(await field('Premium').inputValue()).toBe('13.88');
    await on.page.keyboard.press('Enter');
    await on.said('New material added');
    expect(on.mutations('pricing.addMaterial')).toMatchObject([{ name: 'Cedar Board', premiumCents: 1_388 }]);
    await on.page.getByRole('listitem', { name: 'Cedar Board' }).getByText('$21.50 per ft').waitFor();
  });

  it('on Starter, lets the contractor choose which two materials the widget shows', async () => {
    const cedar = {
      id: 'cedar',
      name: 'Cedar Board',
      premiumCents: 300,
      description: '',
      basic: true,
      system: 'wood_privacy',
    };
    pricing.materials = [...pricing.materials, cedar];
    const plan = on.fake.answers['subscription.check']?.({});
    on.fake.answers['subscription.check'] = () => ({ ...(plan as object), subscriptionTier: 'starter' });
    await on.goTo(PRICING);
    await on.page.getByText('On Starter, your widget shows two materials. Choose which.').waitFor();
    const shown = (name: string) => on.page.getByRole('switch', { name: `In your widget, ${name}` });
    const other = pricing.materials.find(({ basic }) => !basic)?.name ?? '';
    for (const { name, basic } of pricing.materials) expect(await shown(name).isChecked()).toBe(basic);
    await shown(other).click();
    await on.said('Turn one of them off first');
    expect(await shown(other).isChecked()).toBe(false);
    await shown('6ft Wood Picket').click();
    await shown(other).click();
    await expect.poll(() => on.mutations('pricing.chooseBasic')).toHaveLength(2);
    expect(pricing.materials.filter(({ basic }) => basic).map(({ name }) => name)).toContain(other);
    expect(await shown('6ft Wood Picket').isChecked()).toBe(false);
  });

  it('warns about another window’s change before overwriting it', async () => {
    await on.goTo(PRICING);
    await field('Base cost per foot').fill('8');
    on.fake.answers['pricing.updateBase'] = () =>
      failing({ code: 'CONFLICT', message: 'The prices were changed in another window meanwhile' });
    pricing = { ...pricing, basePriceCents: 900, gatePriceCents: 35_000 };
    await on.page.getByRole('radio', { name: 'Keep their prices' }).check();
    await button('Save pricing').click();
    await on.page.getByText('Base cost per foot was changed in another window to $9.00.').waitFor();
    expect(await field('Base cost per foot').inputValue()).toBe('8.00');
    expect(await field('Gate price').inputValue()).toBe('350');
    await button('Use $9.00').click();
    await button('Save pricing').waitFor({ state: 'hidden' });
    expect(await field('Base cost per foot').inputValue()).toBe('9.00');
  });
});

describe('unsaved changes', () => {
  it('ask for confirmation before navigation, sign-out or Escape discards them, and survive a refresh', async () => {
    await on.goTo('/dashboard?tab=leads');
    await on.page.getByRole('link', { name: 'Pricing Management' }).click();
    await field('Base cost per foot').fill('8.5');
    await button('Edit Vinyl').click();
    await field('Premium').fill('12');

    await on.page.getByRole('link', { name: 'Widget' }).click();
    await alert().getByText('Your changes to the base cost and the gate price haven’t been saved.').waitFor();
    await button('Discard changes').click();
    await alert().getByText('Your changes to Vinyl haven’t been saved.').waitFor();
    await button('Keep editing').click();
    expect(place()).toBe('?tab=pricing');
    expect(await field('Base cost per foot').inputValue()).toBe('7.62');

    on.page.goBack();
    await alert().waitFor();
    await button('Keep editing').click();
    expect(place()).toBe('?tab=pricing');
    await on.page.reload();
    expect(await field('Premium').inputValue()).toBe('12.00');
    await button(/^Account menu/).click();
    await on.page.getByRole('menuitem', { name: 'Logout' }).click();
    await alert().getByText('Your changes to Vinyl').waitFor();
    await button('Keep editing').click();
    expect(on.mutations('auth.signOut')).toEqual([]);

    await field('Premium').press('Escape');
    await alert().waitFor();
    await button('Keep editing').click();
    on.page.goBack();
    await button('Discard changes').click();
    await expect.poll(place).toBe('?tab=leads');
    on.page.goForward();
    await button('Edit Vinyl').waitFor();
  });
});

describe('Admin, Terms', () => {
  it('spec:2.45 spec:8.39 edits, previews, resets and saves the terms', async () => {
    on.fake.answers['terms.get'] = () => ({ text: 'Pay us.' });
    on.fake.answers['payments.settings'] = () => ({ depositKind: 'percent', depositPercent: 30, cappedStates: [] });
    on.fake.answers['terms.update'] = ({ text }) => ({ text: (text as string).trim() });
    await on.goTo(TERMS);
    await on.page.getByText('7 of 20,000 characters').waitFor();
    await button('Reset to the default terms').click();
    expect(await field('Terms text').inputValue()).toBe(DEFAULT_TERMS);
    await on.page.getByText('Preview', { exact: true }).click();
    await on.page.getByText('A deposit of 30% of the total ($900.00) is due on acceptance.').waitFor();
    await on.page.getByText('Edit', { exact: true }).click();
    await field('Terms text').fill('Pay {{price}}.');
    await button('Save terms').click();
    await on.page.getByText('Unknown tag: {{price}}. Use {{deposit}}').waitFor();
    await field('Terms text').fill('Pay ');
    await button('Insert deposit').click();
    await button('Save terms').click();
    await on.said('Terms and conditions saved successfully!');
    expect(on.mutations('terms.update')).toEqual([{ text: 'Pay {{deposit}}', was: 'Pay us.' }]);
    await button('Save terms').waitFor({ state: 'hidden' });
  });
});

describe('Admin, Workflow', () => {
  it('turns automatic reminders on, each with its day and text, and links to missing settings', async () => {
    await on.goTo(WORKFLOW);
    await on.page.getByText('after everything is paid').waitFor();
    await on.page.getByRole('switch', { name: 'Review request' }).check();
    await on.page.getByText('It takes a minute: https://g.page/r/your-page/review').last().waitFor();
    await field('Message for “Review request”').fill('Thanks, {{balance}}');
    await button(/^Edit “Review request”/).click();
    await button('Save workflow').click();
    // The message has an error, so its row opens.
    await on.page.getByText('Unknown tag: {{balance}}').waitFor();
    expect(document.activeElement?.getAttribute('name')).toBe('rules.review.message');
    await field('Message for “Review request”').fill('Thanks, {{name}}: {{review_link}}');
    await button('Save workflow').click();
    await on.page.getByText('Enter the web page where people leave a review').waitFor();
    await field('Review page (required)').fill('https://reviews.example/acme');
    expect(on.mutations('reminders.updateSettings')).toEqual([]);
    await button('Save workflow').click();
    await on.said('Automatic reminders saved');
    const review = { enabled: true, days: 2, channel: 'email', message: 'Thanks, {{name}}: {{review_link}}' };
    expect(on.mutations('reminders.updateSettings')[0]).toMatchObject({
      rules: { review, expiring: { enabled: false } },
      reviewUrl: 'https://reviews.example/acme',
    });
    expect(on.mutations('workflow.update')).toEqual([]);
    await button('Save workflow').waitFor({ state: 'hidden' });
  });

  it('saves neither part while one of them is wrong, then both at once', async () => {
    await on.goTo(WORKFLOW);
    await field('Day of follow-up 1').fill('2');
    await button(/^Edit “Balance due”/).click();
    await field('Days after it can be paid').fill('0');
    await button('Save workflow').click();
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('rules.balance.days');
    expect([...on.mutations('workflow.update'), ...on.mutations('reminders.updateSettings')]).toEqual([]);
    await field('Days after it can be paid').fill('4');
    await button('Save workflow').click();
    await on.said('Workflow settings updated successfully');
    await button('Save workflow').waitFor({ state: 'hidden' });
    expect(on.mutations('workflow.update')).toMatchObject([{ cadence: [2, 3, 7] }]);
    expect(on.mutations('reminders.updateSettings')).toMatchObject([{ rules: { balance: { days: 4 } } }]);
  });

  it('spec:8.16 spec:8.17 reports failures with a retry, and keeps what was typed', async () => {
    const settings = on.fake.answers['workflow.get'];
    on.fake.answers['workflow.get'] = () => failing({ code: 'FORBIDDEN', message: 'Not yours' });
    on.fake.answers['workflow.update'] = () => failing({ code: 'FORBIDDEN', message: 'Not today' });
    await on.goTo(WORKFLOW);
    await on.page.getByText('Failed to fetch workflow settings').waitFor();
    if (settings) on.fake.answers['workflow.get'] = settings;
    await button('Try again').click();
    await field('Send time').fill('11:30');
    await button('Save workflow').click();
    await on.page.getByText('Failed to update workflow settings').waitFor();
    await on.page.getByText('Not today').waitFor();
    expect(await field('Send time').inputValue()).toBe('11:30');
  });
});

describe('the counting rules', () => {
  it.each([
    { width: 390, open: false },
    { width: 1280, open: true },
  ])('are folded only on a phone: at $width px', async ({ width, open }) => {
    on.page.setViewportSize({ width, height: 844 });
    on.fake.answers['takeOff.get'] = () => ({ version: 0, ...DEFAULT_RULES });
    await on.goTo(`${PRICING}&part=rules`);
    await on.page.getByText(/^\d+ rules of /).waitFor();
    expect(document.querySelector<HTMLDetailsElement>('.rule-fold')?.open).toBe(open);
    on.page.setViewportSize({ width: 1280, height: 900 });
  });
});
