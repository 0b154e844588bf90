import { beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, pricing as first } from '../fake-dashboard.ts';

const on = dialogPage();
const BOOK = '/dashboard?tab=pricing&part=book';
const button = (name: string | RegExp) => on.page.getByRole('button', { name, exact: typeof name === 'string' });
const at = (path: string) => on.page.locator(`[name="${path}"]`);
const sample = () => on.page.getByRole('region', { name: 'Sample yard' });
const add = (part: string) => button(new RegExp(`^${part}`)).click();

let pricing: typeof first;
beforeEach(() => {
  pricing = structuredClone(first);
  Object.assign(on.fake.answers, {
    'pricing.get': () => pricing,
    'pricing.updateBook': ({ book }: { book: (typeof first)['book'] }) => {
      const version = pricing.book.version + 1;
      pricing = { ...pricing, book: { ...book, version } };
      return { version };
    },
    'pricing.exportBook': () => ({ csv: 'what,amount' }),
  });
});

describe('the price book', () => {
  it('shows what each change does to the sample yard, and saves the whole book', async () => {
    await on.goTo(BOOK);
    // 160 ft at $7.62 and two gates at $300
    await sample().getByText('$1,819.20').first().waitFor();
    expect(await on.page.locator('form[aria-label="Price book"] [name]').count()).toBe(0);
    await add('Old fence removal');
    expect(await on.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('removalPerFootCents');
    await on.page.keyboard.type('4');
    await sample().getByText('$2,059.20').first().waitFor();
    await sample().getByText('+$240.00 compared with your saved prices.').waitFor();
    await add('Prices by height');
    await at('heights.0.perFootCents').fill('32');
    await sample().getByText('$5,960.00').first().waitFor();
    await add('Sales tax');
    await at('tax.bps').fill('6');
    await sample().getByText('$6,317.60').first().waitFor();
    expect(await axeFaults(on.page, 'main')).toEqual([]);
    await button('Save price book').click();
    await on.said('Price book saved');
    expect(on.mutations('pricing.updateBook')).toMatchObject([
      {
        version: 1,
        book: {
          heights: [{ materialId: first.materials[0]?.id, heightFt: 6, perFootCents: 3_200 }],
          removalPerFootCents: 400,
          tax: { bps: 600, on: 'all' },
          items: [],
        },
      },
    ]);
    await button('Save price book').waitFor({ state: 'hidden' });
    await on.page.reload();
    await sample().getByText('$6,317.60').first().waitFor();
    expect(await at('removalPerFootCents').inputValue()).toBe('4.00');
    await button('Remove Old fence removal').click();
    await sample().getByText('−$254.40 compared with your saved prices.').waitFor();
  });

  it('names faults beside their fields, also the server’s', async () => {
    await on.goTo(BOOK);
    await add('Prices by height');
    await at('heights.0.heightFt').fill('13');
    await add('Your own items');
    await at('items.0.cents').fill('75');
    await button('Save price book').click();
    await on.page.getByText('Enter a height from 1 to 12 feet in half feet, such as 6').waitFor();
    await on.page.getByText('Enter a name for this item, such as Permit').waitFor();
    expect(on.mutations('pricing.updateBook')).toEqual([]);
    await at('heights.0.heightFt').fill('6');
    await at('heights.0.perFootCents').fill('32');
    await at('items.0.label').fill('Permit');
    const message = 'This material isn’t on your list. Choose another one';
    on.fake.answers['pricing.updateBook'] = () =>
      failing({
        code: 'VALIDATION_FAILED',
        message: 'Check the fields',
        fields: { 'book.heights.0.materialId': message },
      });
    await button('Save price book').click();
    await on.page.getByText(message).waitFor();
    expect(await at('heights.0.materialId').getAttribute('aria-invalid')).toBe('true');
    expect(await at('items.0.label').inputValue()).toBe('Permit');
  });

  it('keeps what was typed when another window saved the book first', async () => {
    await on.goTo(BOOK);
    await add('Minimum job');
    await at('minimumCents').fill('900');
    const save = on.fake.answers['pricing.updateBook'];
    on.fake.answers['pricing.updateBook'] = () => {
      pricing = { ...pricing, book: { ...pricing.book, hardDigPercent: 20, version: 2 } };
      return failing({ code: 'CONFLICT', message: 'The price book was changed in another window' });
    };
    await button('Save price book').click();
    await on.page.getByText('What you typed is still here.').waitFor();
    expect(await at('minimumCents').inputValue()).toBe('900');
    if (save) on.fake.answers['pricing.updateBook'] = save;
    await button('Keep mine').click();
    await button('Save price book').click();
    await on.said('Price book saved');
    expect(on.mutations('pricing.updateBook').at(-1)).toMatchObject({ version: 2, book: { minimumCents: 90_000 } });
  });

  it('lists the faulty rows of an imported file', async () => {
    await on.goTo(BOOK);
    on.fake.answers['pricing.importBook'] = () =>
      failing({
        code: 'VALIDATION_FAILED',
        message: 'Check the file',
        fields: { 'rows.12': 'Enter a price', 'rows.3': '“Redwood” isn’t one of your materials' },
      });
    const file = { name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from('what,amount\nheight,x') };
    await on.page.getByLabel('Price book file').setInputFiles(file);
    await on.page.getByText('Nothing was imported. Fix the file, then import it again').waitFor();
    const rows = on.page.locator('.book-faults li');
    expect(await rows.allTextContents()).toEqual([
      'Row 3: “Redwood” isn’t one of your materials',
      'Row 12: Enter a price',
    ]);
    expect(on.mutations('pricing.importBook')).toEqual([{ csv: 'what,amount\nheight,x' }]);
  });
});
