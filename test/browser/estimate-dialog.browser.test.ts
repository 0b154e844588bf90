import { describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, LEAD_ID, VINYL, WOOD } from '../fake-dashboard.ts';

const on = dialogPage();

describe('the estimate dialog', () => {
  const openEstimate = async () => {
    await on.open('estimate');
    await on.dialog().getByText('Valid through Dec 5, 2026').waitFor();
  };

  it('spec:1.4 spec:2.33 spec:2.34 spec:3.15 spec:4.19 spec:8.30 calculates on every key, sends what is shown, and says to whom', async () => {
    await openEstimate();
    await on.dialog().getByText('$3,542.08').first().waitFor();
    await on.dialog().getByLabel('Perimeter').fill('212.5');
    await on.dialog().getByLabel('Gates').fill('2');
    await on.dialog().getByLabel('Material').selectOption({ label: '6ft Wood Picket' });
    await on.dialog().getByText('$2,219.25').first().waitFor();
    await on.dialog().getByLabel('Material').selectOption({ label: 'Vinyl (+$10.00 per ft)' });
    await on.dialog().getByLabel('Additional notes').fill('Gate by the driveway');
    expect(
      await on
        .dialog()
        .getByText('Will be sent to marisol.vega@example.com and by text. Uses 1 quote, 462 left.')
        .count(),
    ).toBe(1);
    const held = Promise.withResolvers<void>();
    await on.page.route('**/trpc/estimates.send*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await on.button('Send Estimate').click();
    await on.dialog().getByText('Sending...').waitFor();
    held.resolve();
    await on.said('Estimate sent to Marisol Vega at marisol.vega@example.com');
    await on.dialog().waitFor({ state: 'hidden' });
    expect(on.mutations('estimates.send')).toEqual([
      {
        leadId: LEAD_ID,
        perimeter: 212.5,
        gateCount: 2,
        materialId: VINYL,
        notes: 'Gate by the driveway',
        offer: null,
      },
    ]);
  });

  it('starts the preview at its beginning, wherever the form was', async () => {
    await on.page.setViewportSize({ width: 1280, height: 640 });
    await openEstimate();
    const body = on.dialog().locator('> .body');
    await on.dialog().getByLabel('Additional notes').scrollIntoViewIfNeeded();
    await body.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    expect(await body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await on.button('Preview estimate').click();
    await on.dialog().getByRole('heading', { name: 'Estimate Preview' }).waitFor();
    expect(await body.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  it.each([
    [900, 700],
    [1280, 640],
    [390, 700],
  ])('at %i × %i px, keeps the total in sight while every field is edited', async (width, height) => {
    await on.page.setViewportSize({ width, height });
    await openEstimate();
    await on.dialog().getByText('Preview', { exact: true }).click();
    for (const label of ['Perimeter', 'Additional notes']) {
      await on.dialog().getByLabel(label).scrollIntoViewIfNeeded();
      await on.dialog().getByLabel(label).focus();
      const total = await on.dialog().getByText('$3,542.08').filter({ visible: true }).last().boundingBox();
      const send = await on.button('Send Estimate').boundingBox();
      expect(total && send && total.y > 0 && total.y + total.height <= send.y + 1).toBe(true);
    }
  });

  it('spec:2.34 offers up to three options with prices, removes and restores one, and sends them by name', async () => {
    await openEstimate();
    await on.button('Offer another option').click();
    const second = on.dialog().getByRole('group', { name: 'Option 2' });
    expect(await second.getByLabel('Name').inputValue()).toBe('Vinyl 2');
    await expect
      .poll(() => on.page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('options.1.materialType');
    await second.getByLabel('Material').selectOption({ label: '6ft Wood Picket' });
    await second.getByText('$1,702.08').waitFor();
    await on.button('Offer another option').click();
    expect(await on.button('Offer another option').count()).toBe(0);
    const third = on.dialog().getByRole('group', { name: 'Option 3' });
    await third.getByLabel('Name').fill('vinyl');
    await third.getByLabel('Perimeter').fill('none');
    await on.button('Send Estimate').click();
    await third.getByText('Enter more than 0 and up to 100,000 feet').waitFor();
    await third.getByLabel('Perimeter').fill('90');
    await third.getByLabel('Name').fill('Front only');
    // A refresh keeps unsent input. The rendered estimate shows the options that the homeowner can choose from.
    await on.page.reload();
    await on
      .dialog()
      .getByRole('button', { name: /^Front only 90 ft of Vinyl, 1 gate/ })
      .click();
    await on.button('Remove 6ft Wood Picket').click();
    await third.waitFor({ state: 'detached' });
    await expect.poll(() => on.page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await on.button('Undo').click();
    await third.waitFor();
    await on.page.setViewportSize({ width: 390, height: 844 });
    await on.dialog().getByText('from $1,702.08').waitFor();
    await on.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await axeFaults(on.page, '[role=dialog]')).toEqual([]);
    await on.button('Send Estimate').click();
    await on.said('Estimate sent to');
    expect(on.mutations('estimates.send')[0]?.['options']).toEqual([
      { label: 'Vinyl', perimeter: 184, gateCount: 1, materialId: VINYL },
      { label: '6ft Wood Picket', perimeter: 184, gateCount: 1, materialId: WOOD },
      { label: 'Front only', perimeter: 90, gateCount: 1, materialId: VINYL },
    ]);
  });

  it.each([1280, 390])('at %i px, shows the error beside the button and focuses the error', async (width) => {
    on.fake.answers['estimates.send'] = () => failing({ code: 'QUOTA_EXHAUSTED', message: 'No quotes left' });
    await on.page.setViewportSize({ width, height: 844 });
    await openEstimate();
    await on
      .dialog()
      .locator('.body')
      .evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await on.button('Send Estimate').click();
    const problem = on.dialog().getByRole('alert').filter({ hasText: 'No quotes left' });
    await problem.waitFor();
    const box = await problem.boundingBox();
    const button = await on.button('Send Estimate').boundingBox();
    expect(box && button && box.y >= 0 && box.y + box.height <= button.y + 1).toBe(true);
    await expect.poll(() => problem.evaluate((element) => document.activeElement?.contains(element))).toBe(true);
    await on.dialog().getByLabel('Perimeter').fill('150');
    expect(await on.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('perimeter');
  });

  it('returns focus to the field after a confirmation, and to the page’s button after the dialog', async () => {
    const focused = () => on.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.id);
    await on.visit();
    const opener = on.page.getByRole('button', { name: 'View & Send Estimate for Marisol Vega' });
    await opener.focus();
    await on.page.keyboard.press('Enter');
    const perimeter = on.dialog().getByLabel('Perimeter');
    await perimeter.fill('100');
    await on.page.keyboard.press('Escape');
    await on.page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await expect.poll(focused).toBe(await perimeter.getAttribute('id'));
    await perimeter.fill('184');
    await on.page.keyboard.press('Escape');
    await on.dialog().waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('View & Send Estimate for Marisol Vega');
  });
});
