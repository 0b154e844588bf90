import { describe, expect, it } from 'vitest';
import { bookUpdateInput } from './price-book.schema.ts';
import { neutralBook } from './price-book.ts';

const CEDAR = '0193a000-0000-4000-8000-000000000001';
const ITEM = '0193a000-0000-4000-8000-00000000000a';
const neutral = neutralBook(30_000);
const [walk, double] = neutral.gateKinds;
const height = (given: object = {}) => ({ materialId: CEDAR, heightFt: 6, perFootCents: 3_200, ...given });
const gate = (given: object = {}) => ({
  key: 'drive',
  label: 'Drive',
  leaves: 2,
  widthFt: 12,
  priceCents: 9,
  ...given,
});
const item = (given: object = {}) => ({ label: 'Permit', unit: 'job', cents: 7_500, optional: false, ...given });
const kinds = (...more: object[]) => ({ gateKinds: [walk, double, ...more] });
const zips = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => String(index + from).padStart(5, '0'));
const tax = (given: object) => ({ tax: { bps: 0, on: 'all', text: '', ...given } });

const pathsOf = (change: object): string[] => {
  const { error } = bookUpdateInput.safeParse({ book: { ...neutral, ...change }, version: 1 });
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
};

describe('a price book that’s saved', () => {
  it.each([
    ['a height below 1 ft', { heights: [height({ heightFt: 0.5 })] }, 'book.heights.0.heightFt'],
    ['a height above 12 ft', { heights: [height({ heightFt: 12.5 })] }, 'book.heights.0.heightFt'],
    ['a height that isn’t in half feet', { heights: [height({ heightFt: 5.25 })] }, 'book.heights.0.heightFt'],
    ['a height that isn’t a number', { heights: [height({ heightFt: '6' })] }, 'book.heights.0.heightFt'],
    ['a height twice for a material', { heights: [height(), height({ perFootCents: 1 })] }, 'book.heights.1.heightFt'],
    ['a negative price', { heights: [height({ perFootCents: -1 })] }, 'book.heights.0.perFootCents'],
    ['a price above $100,000', { removalPerFootCents: 10_000_001 }, 'book.removalPerFootCents'],
    ['a price in parts of a cent', { minimumCents: 0.5 }, 'book.minimumCents'],
    ['a price that isn’t a number', { corners: { cornerCents: NaN, endCents: 0 } }, 'book.corners.cornerCents'],
    ['a material that isn’t an id', { heights: [height({ materialId: 'Cedar' })] }, 'book.heights.0.materialId'],
    ['a gate with three leaves', kinds(gate({ leaves: 3 })), 'book.gateKinds.2.leaves'],
    ['a gate without a width', kinds(gate({ widthFt: 0 })), 'book.gateKinds.2.widthFt'],
    ['a gate in three decimals', kinds(gate({ widthFt: 4.005 })), 'book.gateKinds.2.widthFt'],
    ['a gate without a name', kinds(gate({ label: ' ' })), 'book.gateKinds.2.label'],
    ['a kind of gate twice', kinds(gate({ key: 'walk' })), 'book.gateKinds.2.key'],
    [
      'a gate’s price twice for a material',
      kinds(gate({ byMaterial: [1, 2].map((priceCents) => ({ materialId: CEDAR, priceCents })) })),
      'book.gateKinds.2.byMaterial.1.materialId',
    ],
    ['no double gate', { gateKinds: [walk] }, 'book.gateKinds'],
    ['a slope above 300 %', { slope: { moderatePercent: 300.01, steepPercent: 0 } }, 'book.slope.moderatePercent'],
    ['a negative slope', { slope: { moderatePercent: 0, steepPercent: -1 } }, 'book.slope.steepPercent'],
    ['hard digging in three decimals', { hardDigPercent: 12.345 }, 'book.hardDigPercent'],
    ['an item per week', { items: [item({ unit: 'week' })] }, 'book.items.0.unit'],
    ['an item twice', { items: [item({ id: ITEM }), item({ id: ITEM })] }, 'book.items.1.id'],
    ['201 items', { items: Array.from({ length: 201 }, () => item()) }, 'book.items'],
    ['a zone without ZIP codes', { zones: [{ zips: [], cents: 1 }] }, 'book.zones.0.zips'],
    ['a ZIP code of four digits', { zones: [{ zips: ['83702', '8370'], cents: 1 }] }, 'book.zones.0.zips.1'],
    [
      'a ZIP code in two zones',
      {
        zones: [
          { zips: ['83702'], cents: 1 },
          { zips: ['83703', '83702'], refuse: true },
        ],
      },
      'book.zones.1.zips.1',
    ],
    [
      'too many ZIP codes',
      {
        zones: [
          { zips: zips(1_500), cents: 1 },
          { zips: zips(501, 1_500), cents: 2 },
        ],
      },
      'book.zones',
    ],
    ['a rounding step of $3', { roundToCents: 300 }, 'book.roundToCents'],
    ['a tax above 20 %', tax({ bps: 2_001 }), 'book.tax.bps'],
    ['a tax on labor', tax({ on: 'labor' }), 'book.tax.on'],
    ['a range above 100 %', { range: { percent: 101 } }, 'book.range.percent'],
  ])('refuses %s', (_what, change, path) => {
    expect(pathsOf(change)).toContain(path);
  });

  it('accepts every limit', () => {
    expect(
      pathsOf({
        ...kinds(
          gate({
            widthFt: 100,
            priceCents: 10_000_000,
            byMaterial: [{ materialId: CEDAR, heightFt: 12, priceCents: 0 }],
          }),
        ),
        heights: [
          height({ heightFt: 1 }),
          height({ heightFt: 12, perFootCents: 10_000_000 }),
          height({ heightFt: 5.5 }),
        ],
        slope: { moderatePercent: 0.01, steepPercent: 300 },
        items: Array.from({ length: 200 }, () => item()),
        zones: [{ zips: zips(2_000), refuse: true }],
        minimumCents: 10_000_000,
        roundToCents: 5_000,
        ...tax({ bps: 2_000, on: 'fence' }),
        range: { percent: 100 },
      }),
    ).toEqual([]);
  });
});
