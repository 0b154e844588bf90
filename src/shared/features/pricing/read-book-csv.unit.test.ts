import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookToCsv } from './book-csv.ts';
import { bookInput } from './price-book.schema.ts';
import { neutralBook, type PriceBook } from './price-book.ts';
import { bookFromCsv } from './read-book-csv.rules.ts';

const CEDAR = '0193a000-0000-4000-8000-000000000001' as PriceBook['heights'][number]['materialId'];
const VINYL = '0193a000-0000-4000-8000-000000000002' as typeof CEDAR;
const materials = [
  { id: CEDAR, name: '6ft "Dog ear", Cedar' },
  { id: VINYL, name: '=Vinyl' },
];

const cents = fc.integer({ min: 0, max: 10_000_000 });
const percent = fc.integer({ min: 0, max: 30_000 }).map((basis) => basis / 100);
const height = fc.integer({ min: 2, max: 24 }).map((halves) => halves / 2);
const label = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => `${text} ${text}`)
  .filter((text) => bookInput.shape.items.element.shape.label.safeParse(text).data === text);
const widthFt = fc.integer({ min: 50, max: 10_000 }).map((hundredths) => hundredths / 100);
const key = fc.constantFrom('walk', 'double', 'drive', 'pool-2', 'side_gate');
const materialId = fc.constantFrom(CEDAR, VINYL);
const zip = fc.integer({ min: 0, max: 99_999 }).map((value) => String(value).padStart(5, '0'));

/** Random books as they're stored. */
const books: fc.Arbitrary<PriceBook> = fc.record({
  heights: fc.uniqueArray(fc.record({ materialId, heightFt: height, perFootCents: cents }), {
    selector: ({ materialId: id, heightFt }) => `${id} ${heightFt}`,
  }),
  gateKinds: fc
    .uniqueArray(
      fc.record(
        {
          key,
          label,
          leaves: fc.constantFrom(1 as const, 2 as const),
          widthFt,
          priceCents: cents,
          byMaterial: fc.uniqueArray(
            fc.record(
              { materialId, heightFt: height, priceCents: cents },
              { requiredKeys: ['materialId', 'priceCents'] },
            ),
            { selector: ({ materialId: id, heightFt }) => `${id} ${heightFt ?? ''}`, minLength: 1, maxLength: 4 },
          ),
        },
        { requiredKeys: ['key', 'label', 'leaves', 'widthFt', 'priceCents'] },
      ),
      { selector: (kind) => kind.key, maxLength: 5 },
    )
    .map((kinds) => {
      const missing = neutralBook(100).gateKinds.filter((fixed) => kinds.every((kind) => kind.key !== fixed.key));
      return [...kinds, ...missing];
    }),
  removalPerFootCents: cents,
  slope: fc.record({ moderatePercent: percent, steepPercent: percent }),
  hardDigPercent: percent,
  corners: fc.record({ cornerCents: cents, endCents: cents }),
  items: fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      label,
      unit: fc.constantFrom('job' as const, 'each' as const, 'foot' as const),
      cents,
      optional: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 8 },
  ),
  zones: fc
    .uniqueArray(zip, { maxLength: 12 })
    .chain((zips) =>
      fc.record({ zips: fc.constant(zips), cut: fc.integer({ min: 1, max: 4 }), cents, refuse: fc.boolean() }),
    )
    .map(({ zips, cut, cents: surcharge, refuse }) =>
      [zips.slice(0, cut), zips.slice(cut)]
        .filter((part) => part.length > 0)
        .map((part, index) =>
          refuse && index === 0 ? { zips: part, refuse: true as const } : { zips: part, cents: surcharge },
        ),
    ),
  minimumCents: cents,
  roundToCents: fc.constantFrom(0, 100, 500, 1_000, 2_500, 5_000),
  tax: fc.record({
    bps: fc.integer({ min: 0, max: 2_000 }),
    on: fc.constantFrom('all' as const, 'fence' as const),
    text: fc.constantFrom('', 'Sales tax', '@Tax, "state"'),
  }),
  gateTakesWidth: fc.boolean(),
  range: fc.record({ percent: fc.integer({ min: 0, max: 100 }) }),
});

const HEAD = 'what,key,name,material,height,unit,leaves,width,amount,zips';
const WALK = 'gate,walk,Walk gate,,,each,1,4,300,';
const DOUBLE = 'gate,double,Double gate,,,each,2,10,300,';
const read = (...rows: string[]) => bookFromCsv([HEAD, WALK, DOUBLE, ...rows].join('\n'), materials);
const faultsOf = (...rows: string[]) => {
  const result = read(...rows);
  return 'faults' in result ? result.faults : {};
};

describe('a price book as CSV', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(books, (book) => {
        expect(bookInput.safeParse(book).error?.issues).toBeUndefined();
        expect(bookFromCsv(bookToCsv(book, materials), materials)).toEqual({ book });
      }),
      { numRuns: 300 },
    );
  });

  it('is neutral where it has no row', () => {
    expect(read()).toEqual({ book: neutralBook(30_000) });
  });

  it('accepts what spreadsheets and people write', () => {
    const csv = [
      'What;Name;Material;Height;Unit;Leaves;Width;Amount;Key;Zips',
      'Gate;Walk gate;;;each;1;4;$350;walk;',
      'GATE;Double gate;;;each;2;10;"$1,200.50";double;',
      'height;; =vinyl ;6;foot;;;32;;',
      'zone;;;;;;;No Service;;83702, 83703',
      'tax;;;;;;;8.25%;;',
      'gate takes width;;;;;;;YES;;',
    ].join('\r\n');
    const result = bookFromCsv(csv, materials);
    expect(result).toMatchObject({
      book: {
        heights: [{ materialId: VINYL, heightFt: 6, perFootCents: 3_200 }],
        gateKinds: [{ priceCents: 35_000 }, { priceCents: 120_050 }],
        zones: [{ zips: ['83702', '83703'], refuse: true }],
        tax: { bps: 825, on: 'all', text: '' },
        gateTakesWidth: true,
      },
    });
  });

  it.each([
    ['height,,,Redwood,6,foot,,,32,', 'rows.4', /“Redwood” isn’t one of your materials/],
    ['height,,,=Vinyl,13,foot,,,32,', 'rows.4', /1 to 12 feet/],
    ['height,,,=Vinyl,6,foot,,,free,', 'rows.4', /Enter a price/],
    ['hieght,,,=Vinyl,6,foot,,,32,', 'rows.4', /We don’t know “hieght”/],
    ['constructor,,,,,,,,1,', 'rows.4', /We don’t know “constructor”/],
    ['gate price,drive,,=Vinyl,,each,,,900,', 'rows.4', /gate row with the key “drive”/],
    ['gate,drive,Drive gate,,,each,3,12,900,', 'rows.4', /1 or 2 leaves/],
    ['item,,Permit,,,week,,,75,', 'rows.4', /job, each or foot/],
    ['item,abc,Permit,,,job,,,75,', 'rows.4', /Leave out the id/],
    ['zone,,,,,,,,25,8370', 'rows.4', /five digits/],
    ['zone,,,,,,,,far,83702', 'rows.4', /./],
    ['rounding,,,,,,,,3,', 'rows.4', /\$0, \$1, \$5/],
    ['tax,,,,,,,,21,', 'rows.4', /0 to 20 percent/],
    ['steep slope,,,,,,,,301,', 'rows.4', /0 to 300/],
    ['gate takes width,,,,,,,,maybe,', 'rows.4', /./],
    ['price range,,,,,,,,101,', 'rows.4', /./],
  ])('names the row of %s', (row, path, words) => {
    expect(faultsOf(row)[path]).toMatch(words);
  });

  it('names every faulty row and both rows of a repeated price', () => {
    const faults = faultsOf('corner,,,,,,,,x,', 'end,,,,,,,,-1,', 'minimum,,,,,,,,500,', 'minimum,,,,,,,,600,');
    expect(Object.keys(faults)).toEqual(['rows.7', 'rows.4', 'rows.5']);
    expect(faults['rows.7']).toBe('Row 6 already has this. Keep one of them');
    expect(faultsOf('height,,,=Vinyl,6,foot,,,32,', 'height,,,=Vinyl,6,foot,,,33,')['rows.5']).toMatch(
      /already priced/,
    );
  });

  it('says what the file lacks', () => {
    const faultOf = (csv: string) => {
      const result = bookFromCsv(csv, materials);
      return 'faults' in result ? result.faults['csv'] : undefined;
    };
    expect(faultOf('')).toMatch(/column names/);
    expect(faultOf('name,price\nCedar,3')).toMatch(/column names/);
    expect(faultOf(`${HEAD}\n${WALK}`)).toMatch(/walk and double/);
    expect(faultOf(`${HEAD}\n${'minimum,,,,,,,,1,\n'.repeat(5_100)}`)).toMatch(/5,000 rows/);
  });
});
