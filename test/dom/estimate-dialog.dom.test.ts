import { describe, expect, it } from 'vitest';
import { dialogPage } from './dialog-page.ts';
import { company, failing, LEAD_ID, marisol, VINYL } from '../fake-dashboard.ts';

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
    const release = on.hold('estimates.send');
    await on.button('Send Estimate').click();
    await on.dialog().getByText('Sending...').waitFor();
    release();
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

  it('adds a line that’s priced by the foot, for the whole length', async () => {
    await openEstimate();
    await on.dialog().getByLabel('Perimeter').fill('212.5');
    await on.button('Add something else').click();
    await on.button('Line per foot').click();
    const line = on.dialog().getByRole('group', { name: 'Line 1' });
    expect(await line.getByLabel('Quantity').inputValue()).toBe('212.5');
    await line.getByLabel('What it’s for').fill('Stain');
    await line.getByLabel('Price each').fill('2');
    await on.button('Send Estimate').click();
    await on.said('Estimate sent to');
    expect(on.mutations('estimates.send')[0]).toMatchObject({
      lines: [{ label: 'Stain', quantity: 212.5, unitCents: 200 }],
    });
  });

  it('says when a text that waits for the morning will be sent, without saying that it was sent', async () => {
    const send = on.fake.answers['estimates.send'] ?? (() => ({}));
    on.fake.answers['estimates.send'] = (input) => ({ ...(send(input) as object), textAt: '2026-11-06T17:00:00Z' });
    await openEstimate();
    await on.button('Send Estimate').click();
    const toast = on.page.locator('[data-sonner-toast]', { hasText: 'Estimate sent to Marisol Vega' });
    await toast.getByText('The text will be sent Nov 6, 2026 Fri 10:00 AM.').waitFor();
    expect(await toast.getByText(/text (was |has been )?sent/i).count()).toBe(0);
  });

  it('spec:5.12 shows errors beside each field, focuses the first, and sends nothing', async () => {
    await openEstimate();
    await on.dialog().getByLabel('Perimeter').fill('-4');
    await on.dialog().getByLabel('Gates').fill('1.5');
    await on.button('Send Estimate').click();
    await on.dialog().getByText('Enter more than 0 and up to 100,000 feet, such as 184 or 212.5').waitFor();
    await on.dialog().getByText('Enter a whole number of gates from 0 to 100, such as 1').waitFor();
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('perimeter');
    await on.dialog().getByLabel('Perimeter').fill('4');
    expect(await on.dialog().getByText('Enter more than 0 and up to 100,000 feet').count()).toBe(0);
    expect(on.mutations('estimates.send')).toEqual([]);
  });

  it('moves to the next field on Enter, and sends only on Ctrl+Enter', async () => {
    await openEstimate();
    const focused = () => document.activeElement?.getAttribute('name');
    await on.dialog().getByLabel('Perimeter').fill('190');
    await on.page.keyboard.press('Enter');
    await expect.poll(focused).toBe('gateCount');
    await on.page.keyboard.press('Enter');
    await expect.poll(focused).toBe('materialType');
    await on.page.keyboard.press('Enter');
    await expect.poll(focused).toBe('additionalNotes');
    expect(on.mutations('estimates.send')).toEqual([]);
    await on.page.keyboard.press('Control+Enter');
    await on.said('Estimate sent to');
    expect(on.mutations('estimates.send')).toMatchObject([{ perimeter: 190 }]);
  });

  it('names missing company details before sending', async () => {
    on.fake.answers['company.get'] = () => ({ ...company, phone: null, postalAddress: ' ' });
    await openEstimate();
    await on.dialog().getByText('Add your phone and postal address before sending').waitFor();
    expect(await on.dialog().getByRole('link', { name: 'Open company details' }).getAttribute('href')).toContain(
      'section=company',
    );
  });

  it('keeps its quote information while sending', async () => {
    await openEstimate();
    const release = on.hold('estimates.send');
    const lead = on.fake.answers['leads.get'];
    on.fake.answers['leads.get'] = (input) => ({
      ...(lead?.(input) as object),
      name: 'Marisol V. Vega',
      estimateSentAt: '2026-11-05T17:00:00.000Z',
    });
    await on.button('Send Estimate').click();
    await on.dialog().getByText('Sending...').waitFor();
    await expect.poll(() => on.fake.listening).toBe(1);
    on.fake.tell(LEAD_ID);
    await on.dialog().getByText('Marisol V. Vega').first().waitFor();
    expect(await on.dialog().getByText('Sending a new version doesn’t use a quote').count()).toBe(0);
    expect(await on.dialog().getByText('Uses 1 quote, 462 left').count()).toBeGreaterThan(0);
    release();
    await on.said('Estimate sent to');
  });

  it('shows no raw tag in the terms while there’s no price', async () => {
    on.fake.answers['terms.get'] = () => ({ text: '1. Payment\nA deposit of {{deposit}} is due.' });
    await openEstimate();
    await on.dialog().getByLabel('Perimeter').fill('');
    await on.button('Your usual terms, 1 section').click();
    await on.dialog().getByText('A deposit of the agreed amount is due.').waitFor();
    expect(await on.dialog().getByText('{{deposit}}').count()).toBe(0);
  });

  it('says the deposit in the language of the terms', async () => {
    on.fake.answers['leads.get'] = () => ({ ...marisol, language: 'es' });
    on.fake.answers['terms.get'] = () => ({
      text: '1. Payment\nA deposit of {{deposit}} is due.',
      spanish: '1. Pago\nSe paga un depósito de {{deposit}}.',
    });
    await openEstimate();
    await on.button('Your usual terms, 1 section').click();
    await on
      .dialog()
      .getByText(/Se paga un depósito de 50% del total \(\$[\d,.]+\)\./)
      .waitFor();
    await on.dialog().getByLabel('Perimeter').fill('');
    await on.dialog().getByText('Se paga un depósito de la cantidad acordada.').waitFor();
    expect(await on.dialog().getByText('of the total').count()).toBe(0);
  });

  it("shows the server's errors beside their fields and keeps what was typed", async () => {
    on.fake.answers['estimates.send'] = () =>
      failing({
        code: 'VALIDATION_FAILED',
        message: 'No',
        fields: { materialId: 'This material is no longer on your list' },
      });
    await openEstimate();
    await on.dialog().getByLabel('Perimeter').fill('99');
    await on.button('Send Estimate').click();
    await on.dialog().getByText('This material is no longer on your list').waitFor();
    expect(await on.dialog().getByLabel('Perimeter').inputValue()).toBe('99');
  });

  it('sends a double click once, focuses the first refused field, and keeps each error until its field is edited', async () => {
    const [far, gone] = ['Enter a shorter perimeter', 'This material is no longer on your list'];
    on.fake.answers['estimates.send'] = () =>
      failing({ code: 'VALIDATION_FAILED', message: 'No', fields: { materialId: gone, perimeter: far } });
    await openEstimate();
    await on.button('Send Estimate').dblclick();
    await on.dialog().getByText(far).waitFor();
    expect(on.mutations('estimates.send')).toHaveLength(1);
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('perimeter');
    await on.dialog().getByLabel('Perimeter').fill('99');
    await on.dialog().getByText(far).waitFor({ state: 'detached' });
    expect(await on.dialog().getByText(gone).count()).toBe(1);
  });

  it.each([
    ['QUOTA_EXHAUSTED', 'No quotes left', 'Get more quotes', 'section=account'],
    [
      'APP_ERROR',
      'Add your postal address in Admin → Company before sending',
      'Open company details',
      'section=company',
    ],
  ])('shows %s as a banner with a link to the fix', async (code, message, action, where) => {
    on.fake.answers['estimates.send'] = () => failing({ code, message });
    await openEstimate();
    await on.button('Send Estimate').click();
    await on.dialog().getByText(message).waitFor();
    expect(await on.dialog().getByRole('link', { name: action }).getAttribute('href')).toContain(where);
  });

  it('spec:2.33 spec:2.35 spec:9.12 previews with number PREVIEW and no sending, and returns to what was typed', async () => {
    await openEstimate();
    await on.dialog().getByLabel('Perimeter').fill('100');
    await on.button('Preview estimate').click();
    await on.dialog().getByRole('heading', { name: 'Estimate Preview' }).waitFor();
    expect(
      await on
        .dialog()
        .getByText(/^PREVIEW/)
        .count(),
    ).toBe(1);
    expect(await on.button('Send Estimate').count()).toBe(0);
    await on.button('Edit estimate').click();
    expect(await on.dialog().getByLabel('Perimeter').inputValue()).toBe('100');
  });

  it('spec:4.18 asks before discarding what was typed, and keeps it through a refresh', async () => {
    await openEstimate();
    await on.dialog().getByLabel('Perimeter').fill('100');
    await on.page.reload();
    await on.dialog().getByLabel('Perimeter').waitFor();
    expect(await on.dialog().getByLabel('Perimeter').inputValue()).toBe('100');
    await on.button('Cancel').click();
    await on.page.getByRole('alertdialog').getByText('Discard changes?').waitFor();
    await on.page.getByRole('button', { name: 'Keep editing' }).click();
    await on.page.keyboard.press('Escape');
    await on.page.getByRole('button', { name: 'Discard changes' }).click();
    await on.dialog().waitFor({ state: 'hidden' });
    await openEstimate();
    expect(await on.dialog().getByLabel('Perimeter').inputValue()).toBe('184');
  });

  it('spec:2.34 spec:4.18 edits the terms of this estimate only', async () => {
    await openEstimate();
    // They're folded to one line, which still says what matters.
    await on.button('Your usual terms, 10 sections').waitFor();
    expect(await on.dialog().getByText('1. Acceptance').count()).toBe(0);
    await on.dialog().getByText('Edit', { exact: true }).click();
    await on.dialog().getByLabel('Terms text').fill('1. Pay me');
    await on.button('Hide the terms').click();
    await on.button('Changed for this estimate, 1 section').waitFor();
    await on.button('Send Estimate').click();
    await on.said('Estimate sent to');
    expect(on.mutations('estimates.send')[0]).toMatchObject({ terms: '1. Pay me' });
  });

  it('reports what couldn’t be loaded, with a retry', async () => {
    const prices = on.fake.answers['pricing.get'];
    on.fake.answers['pricing.get'] = () => failing({ code: 'FORBIDDEN', message: 'You may not see prices' });
    await on.open('estimate');
    await on.dialog().getByText('You may not see prices').waitFor();
    if (prices) on.fake.answers['pricing.get'] = prices;
    await on.button('Try again').click();
    await on.dialog().getByText('Valid through Dec 5, 2026').waitFor();
    expect(await on.button('Send Estimate').isVisible()).toBe(true);
  });
});
