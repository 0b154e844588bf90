import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PriceBook } from '#shared/features/pricing/price-book.ts';
import { DEFAULT_RULES } from '#shared/features/take-off/default-rules.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, LEAD_ID, marisol, pricing, VINYL, WOOD } from '../fake-dashboard.ts';
import { faultsOf, setTheme } from './looks.ts';
import { countingThumb } from './taps.ts';

const on = dialogPage();
const PHONE = { width: 390, height: 844 };
const PERMIT = '0193a000-0000-7000-8000-0000000000a1';

/** The book of the contract's worked example, and a permit that is in every estimate. */
const book: PriceBook & { version: number } = {
  ...pricing.book,
  heights: [
    { materialId: WOOD as never, heightFt: 6, perFootCents: 3_200 },
    { materialId: WOOD as never, heightFt: 4, perFootCents: 2_400 },
  ],
  gateKinds: pricing.book.gateKinds.map((kind) => ({ ...kind, priceCents: kind.key === 'walk' ? 35_000 : 90_000 })),
  removalPerFootCents: 400,
  slope: { moderatePercent: 10, steepPercent: 25 },
  hardDigPercent: 15,
  corners: { cornerCents: 2_500, endCents: 0 },
  items: [{ id: PERMIT, label: 'Permit', unit: 'job', cents: 7_500, optional: true }],
  version: 3,
};
const withBook = (more: Partial<typeof marisol> = {}) => {
  on.fake.answers['pricing.get'] = () => ({ ...pricing, gatePriceCents: 35_000, book });
  on.fake.answers['leads.get'] = () => ({ ...marisol, materialId: WOOD, materialType: '6ft Wood Picket', ...more });
};
const openEstimate = async () => {
  await on.open('estimate');
  await on.dialog().getByText('Valid through Dec 5, 2026').waitFor();
};
const run = (number: number) => on.dialog().getByRole('group', { name: `Run ${number}`, exact: true });
const total = (text: string) =>
  on.dialog().getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();

/** Saves pictures of the dialog, if a folder is set. */
const picture = async (name: string): Promise<void> => {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(on.page, theme);
    await on.page.screenshot({ path: join(folder, `${name}-${on.page.viewportSize()?.width}-${theme}.png`) });
  }
  await setTheme(on.page, 'light');
};

describe('an estimate with runs', () => {
  it('prices the worked yard at once, and sends exactly what is shown', async () => {
    withBook({ perimeter: 100, gateCount: 1 });
    await openEstimate();
    await on.dialog().getByLabel('Height').selectOption('6');
    await total('$3,550.00');
    await on.button('Add a run').click();
    await on.page.keyboard.type('40');
    await run(2).getByLabel('Height').selectOption('4');
    await on.button('Add something else').click();
    await picture('adds');
    await on.button('Removal of the old fence').click();
    await on.page.keyboard.type('60');
    await on.button('Add something else').click();
    await on.button('Permit, $75.00').click();
    await total('$4,850.00');
    await picture('runs');
    expect(await faultsOf(on.page, { width: 1280, height: 900 })).toEqual([]);
    await on.button('Send Estimate').click();
    await on.said('Estimate sent to Marisol Vega');
    expect(on.mutations('estimates.send')).toEqual([
      {
        leadId: LEAD_ID,
        runs: [
          { feet: 100, heightFt: 6, materialId: WOOD },
          { feet: 40, heightFt: 4, materialId: WOOD },
        ],
        gates: [{ kind: 'walk', run: 0 }],
        removalFeet: 60,
        items: [{ itemId: PERMIT }],
        offer: null,
        notes: '',
      },
    ]);
  });

  it('a three-run yard with two gates and removal takes at most 25 taps on a phone', async () => {
    withBook({ perimeter: null, gateCount: 0, materialId: null, materialType: null });
    await on.page.setViewportSize(PHONE);
    await on.visit({ lead: LEAD_ID });
    const thumb = countingThumb();
    let taps = 0;
    const tap = async (name: string) => {
      taps += 1;
      await on.button(name).click();
    };
    // One tap opens the list, and one selects an entry.
    const choose = async (number: number, label: string, value: { label: string } | string) => {
      taps += 2;
      await on.dialog().getByLabel(label, { exact: true }).nth(number).selectOption(value);
    };
    expect(thumb.taps).toBe(0);
    taps += 1;
    await on.dialog().getByRole('button', { name: 'View & Send Estimate' }).click();
    await choose(0, 'Material', '6ft Wood Picket');
    await choose(0, 'Height', '6');
    taps += 1;
    await on.dialog().getByLabel('Perimeter').click();
    await on.page.keyboard.type('60');
    await tap('Add a run');
    await on.page.keyboard.type('80');
    await tap('Add a run');
    await on.page.keyboard.type('40');
    await choose(2, 'Height', '4');
    await tap('Add something else');
    await tap('Gate');
    await tap('Add something else');
    await tap('Gate');
    await choose(1, 'Kind', 'double');
    await choose(1, 'On', { label: 'Run 1' });
    await tap('Add something else');
    await tap('Removal of the old fence');
    await on.page.keyboard.type('120');
    // 140 ft at $32, 40 ft at $24, $350, $900, 120 ft at $4, and two corners at $25.
    await total('$7,220.00');
    expect(taps).toBeLessThanOrEqual(25);
    await picture('phone-end');
    await run(1).scrollIntoViewIfNeeded();
    await picture('phone');
    expect(await faultsOf(on.page, PHONE)).toEqual([]);
  });

  it('puts a removed run back with its gates, and reorders and copies runs by keyboard', async () => {
    withBook({ perimeter: 100, gateCount: 1 });
    await openEstimate();
    await on.button('Add a run').click();
    await on.page.keyboard.type('40');
    await on.button('More details of Run 1').click();
    await run(1).getByLabel('Name').fill('Back');
    await on.button('Copy Run 2').press('Enter');
    await on.page.keyboard.press('ControlOrMeta+A');
    await on.page.keyboard.type('25');
    await on.button('Move Back down').press('Enter');
    await on.button('Move Back down').press('Enter');
    const lengths = () =>
      on
        .dialog()
        .getByLabel('Length')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(await lengths()).toEqual(['40', '25', '100']);
    await on.button('Remove Back').click();
    expect(await lengths()).toEqual(['40', '25']);
    expect(await on.dialog().getByRole('group', { name: 'Gate 1' }).count()).toBe(0);
    await on.dialog().getByText('Back removed.').waitFor();
    await on.page.keyboard.press('Enter');
    expect(await lengths()).toEqual(['40', '25', '100']);
    expect(
      await on.dialog().getByRole('group', { name: 'Gate 1' }).getByLabel('On').locator('option:checked').textContent(),
    ).toBe('Back');
    await on.button('Send Estimate').click();
    await on.said('Estimate sent to');
    expect(on.mutations('estimates.send')[0]).toMatchObject({
      runs: [{ feet: 40 }, { feet: 25 }, { label: 'Back', feet: 100 }],
      gates: [{ kind: 'walk', run: 2 }],
    });
  });

  it('becomes a plain estimate again when one plain run is left', async () => {
    withBook({ perimeter: 100, gateCount: 1 });
    await openEstimate();
    await on.button('Add a run').click();
    await on.button('Remove Run 2').click();
    expect(await on.dialog().getByLabel('Perimeter').inputValue()).toBe('100');
    expect(await on.dialog().getByLabel('Gates').inputValue()).toBe('1');
    await on.button('Undo').click();
    await run(2).waitFor();
  });

  it('shows the server’s errors beside their fields, and keeps what was typed', async () => {
    withBook({ perimeter: 100, gateCount: 1 });
    on.fake.answers['estimates.send'] = () =>
      failing({
        code: 'VALIDATION_FAILED',
        message: 'Check the fields',
        fields: {
          'runs.1.heightFt': 'Wood isn’t priced at 4 ft. It’s priced at 6 ft',
          'gates.0.run': 'Choose another run',
        },
      });
    await openEstimate();
    await on.button('Add a run').click();
    await on.page.keyboard.type('40');
    await run(2).getByLabel('Height').selectOption('4');
    await on.button('Send Estimate').click();
    await run(2).getByText('Wood isn’t priced at 4 ft. It’s priced at 6 ft').waitFor();
    await on.dialog().getByRole('group', { name: 'Gate 1' }).getByText('Choose another run').waitFor();
    await expect
      .poll(() =>
        run(2)
          .getByLabel('Height')
          .evaluate((node) => node === document.activeElement),
      )
      .toBe(true);
    expect(await run(2).getByLabel('Length').inputValue()).toBe('40');
    await picture('errors');
  });

  it('says what can’t be priced before anything is sent', async () => {
    withBook({ perimeter: 3, gateCount: 1 });
    await openEstimate();
    await on.button('Add a run').click();
    await on.page.keyboard.type('40');
    // The paper says so while the field wasn't left yet.
    await on.dialog().locator('.paper').getByText('This gate is 4 ft wide').waitFor();
    await on.button('Send Estimate').click();
    await on
      .dialog()
      .getByRole('group', { name: 'Gate 1' })
      .getByText('This gate is 4 ft wide, and its run is 3 ft. Choose another run or gate')
      .waitFor();
    expect(on.mutations('estimates.send')).toEqual([]);
  });

  it('starts with what the homeowner drew or asked for', async () => {
    withBook({
      perimeter: 140,
      gateCount: 1,
      measured: {
        drawing: null,
        runs: [
          { feet: 100, heightFt: 6 },
          { feet: 40, materialId: VINYL },
        ],
        gates: [{ kind: 'double' }],
      },
    });
    await openEstimate();
    expect(await run(1).getByLabel('Height').inputValue()).toBe('6');
    expect(await run(2).getByLabel('Material').inputValue()).toBe(VINYL);
    expect(await on.dialog().getByRole('group', { name: 'Gate 1' }).getByLabel('Kind').inputValue()).toBe('double');
  });

  it('shows owners the cost and margin as they type, and the price for the margin they want', async () => {
    withBook({ perimeter: 100, gateCount: 0 });
    const session = on.fake.answers['auth.session']?.({}) as { company: object };
    const asRole = (role: string) => {
      on.fake.answers['auth.session'] = () => ({ ...session, company: { ...session.company, role } });
    };
    on.fake.answers['takeOff.get'] = () => ({ version: 0, ...DEFAULT_RULES });
    on.fake.answers['costs.get'] = () => ({
      version: 1,
      hourlyCents: 0,
      items: [{ key: 'panel.6', cents: 1 }],
      labor: [{ activity: 'Build', per: 'foot', minutes: 0 }],
      targetMarginBps: 5_000,
    });
    asRole('sales');
    await openEstimate();
    await on.button('Add a run').click();
    expect(await on.dialog().getByText('Cost and margin').count()).toBe(0);
    asRole('owner');
    on.fake.answers['costs.get'] = () => ({
      version: 1,
      hourlyCents: 6_000,
      items: [],
      labor: [{ activity: 'Build', per: 'foot', minutes: 5 }],
      targetMarginBps: 5_000,
    });
    await on.visit();
    await on.page.evaluate(() => sessionStorage.clear());
    await openEstimate();
    // 100 ft × 5 minutes × $60 an hour is $500 of the $762.
    await on.dialog().getByText('34.38% of the price').waitFor();
    await on.dialog().getByText('A margin of 50% needs a price of $1,000.00, $238.00 more than this one.').waitFor();
    await on.dialog().getByLabel('Margin you want').fill('20');
    await on.dialog().getByText('A margin of 20% needs a price of $625.00, $137.00 less than this one.').waitFor();
    await picture('margin');
    expect(await faultsOf(on.page, { width: 1280, height: 900 })).toEqual([]);
  });

  it('offers add-ons, which the total leaves out, and lines of the contractor’s own', async () => {
    withBook({ perimeter: 100, gateCount: 0 });
    await openEstimate();
    await on.button('Add something else').click();
    await on.button('Line of your own').click();
    await on.page.keyboard.type('Haul away brush');
    await on.dialog().getByLabel('Price each').fill('120');
    await total('$882.00');
    await on.button('Add something else').click();
    await on.button('Add-on for the homeowner').click();
    await on.page.keyboard.type('Stain');
    await on.dialog().getByRole('group', { name: 'Add-on 1' }).getByLabel('Price each').fill('350');
    await on.dialog().getByText('Add-ons the homeowner can choose').waitFor();
    await total('$882.00');
    await picture('add-ons');
    await on.button('Send Estimate').click();
    await on.said('Estimate sent to');
    expect(on.mutations('estimates.send')[0]).toMatchObject({
      perimeter: 100,
      lines: [{ label: 'Haul away brush', quantity: 1, unitCents: 12_000 }],
      addOns: [{ label: 'Stain', quantity: 1, unitCents: 35_000 }],
    });
  });
});
