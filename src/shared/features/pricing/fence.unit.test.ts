import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/primitives/app-error.ts';
import type { MaterialId } from '#shared/primitives/ids.ts';
import { cornersAndEnds, type Fence, type FenceRun } from './fence.ts';
import { neutralBook, type PriceBook, type PriceList } from './price-book.ts';
import { priceFence, sumFence, sumRulesOf } from './price.rules.ts';

const WOOD = '01920000-0000-7000-8000-0000000000a1' as MaterialId;
const VINYL = '01920000-0000-7000-8000-0000000000a2' as MaterialId;
const PERMIT = '01920000-0000-7000-8000-0000000000b1';
const STAIN = '01920000-0000-7000-8000-0000000000b2';

/** The contract's worked prices: 6 ft $32, 4 ft $24, walk $350, double $900, removal $4, corner $25, permit $75. */
const worked: PriceBook = {
  ...neutralBook(35_000),
  heights: [
    { materialId: WOOD, heightFt: 6, perFootCents: 3_200 },
    { materialId: WOOD, heightFt: 4, perFootCents: 2_400 },
  ],
  gateKinds: [
    { key: 'walk', label: 'Walk gate', leaves: 1, widthFt: 4, priceCents: 35_000 },
    {
      key: 'double',
      label: 'Double gate',
      leaves: 2,
      widthFt: 10,
      priceCents: 90_000,
      byMaterial: [
        { materialId: VINYL, priceCents: 110_000 },
        { materialId: WOOD, heightFt: 4, priceCents: 80_000 },
      ],
    },
  ],
  removalPerFootCents: 400,
  corners: { cornerCents: 2_500, endCents: 0 },
  slope: { moderatePercent: 10, steepPercent: 22.5 },
  hardDigPercent: 15,
  items: [
    { id: PERMIT, label: 'Permit', unit: 'job', cents: 7_500, optional: false },
    { id: STAIN, label: 'Stain', unit: 'foot', cents: 200, optional: true },
  ],
  zones: [
    { zips: ['83702'], cents: 12_000 },
    { zips: ['99999'], refuse: true },
  ],
};
const pricesWith = (change: Partial<PriceBook> = {}): PriceList => ({
  basePriceCents: 762,
  gatePriceCents: 35_000,
  materials: [
    { id: WOOD, name: 'Cedar', premiumCents: 0 },
    { id: VINYL, name: 'Vinyl', premiumCents: 1_000 },
  ],
  book: { ...worked, ...change },
});
const prices = pricesWith();

const fence = (given: Partial<Fence> & { runs: FenceRun[] }): Fence => ({
  plain: false,
  gates: [],
  items: [],
  lines: [],
  addOns: [],
  ...given,
});
const yard = fence({
  runs: [
    { feet: 100, heightFt: 6, materialId: WOOD, label: 'Back' },
    { feet: 40, heightFt: 4, materialId: WOOD },
  ],
  gates: [{ kind: 'walk', run: 0, atFeet: 10 }],
  removalFeet: 60,
});

/** 10% of a sum, half up. */
const tenth = (cents: number): number => Math.floor((cents * 10 + 50) / 100);

describe('the contract’s worked yard', () => {
  it('costs $4,850.00, line by line', () => {
    const { lines, totalCents } = priceFence(yard, prices);
    expect(totalCents).toBe(485_000);
    expect(
      lines.map(({ kind, label, quantity, unit, totalCents: sum }) => [kind, label.en, quantity, unit, sum]),
    ).toEqual([
      ['run', 'Back', 100, 'foot', 320_000],
      ['run', 'Cedar fence, 4 ft', 40, 'foot', 96_000],
      ['gate', 'Walk gate', 1, 'each', 35_000],
      ['removal', 'Removal of the old fence', 60, 'foot', 24_000],
      ['corner', 'Corner', 1, 'each', 2_500],
      ['item', 'Permit', 1, 'job', 7_500],
    ]);
  });

  it('costs $4,626.90 with 10% off and 6% tax on all', () => {
    const taxed = pricesWith({ tax: { bps: 600, on: 'all', text: '' } });
    expect(priceFence(yard, taxed, { discountFor: tenth })).toMatchObject({
      subtotalCents: 485_000,
      discountCents: 48_500,
      taxCents: 26_190,
      totalCents: 462_690,
    });
  });

  it('taxes only the fence less its share of the discount where the tax is on the fence', () => {
    const taxed = pricesWith({ tax: { bps: 600, on: 'fence', text: '' } });
    // 416,000 of 485,000 is fence: 6% of 374,400
    expect(priceFence(yard, taxed, { discountFor: tenth })).toMatchObject({ taxCents: 22_464, totalCents: 458_964 });
  });

  it('is named in Spanish too', () => {
    expect(priceFence(yard, prices).lines.map(({ label }) => label.es)).toEqual([
      'Back',
      'Cerca de Cedar, 4 pies',
      'Puerta peatonal',
      'Retiro de la cerca vieja',
      'Esquina',
      'Permit',
    ]);
  });
});

describe('each extra', () => {
  const totals = (given: Fence, change: Partial<PriceBook> = {}, zip: string | null = null) =>
    priceFence(given, pricesWith(change), { zip })
      .lines.filter(({ kind }) => kind !== 'run')
      .map(({ kind, quantity, unitCents, totalCents }) => [kind, quantity, unitCents, totalCents]);
  const bare = { items: [{ itemId: PERMIT, quantity: 0 }] };
  const one = (run: Partial<FenceRun>, more: Partial<Fence> = {}) =>
    fence({ runs: [{ feet: 33.33, heightFt: 6, materialId: WOOD, ...run }], ...bare, ...more });

  it('slope and hard digging are shares of their own run’s line, half up', () => {
    // 33.33 × $32.00 = $1,066.56
    expect(totals(one({ slope: 'moderate' }))).toEqual([['slope', 1, 10_666, 10_666]]);
    expect(totals(one({ slope: 'steep', hardDig: true }))).toEqual([
      ['slope', 1, 23_998, 23_998],
      ['hardDig', 1, 15_998, 15_998],
    ]);
  });

  it('gates cost what they cost for their run’s material and height, one line for a kind and price', () => {
    const gates = (...runs: (number | undefined)[]) =>
      totals(
        fence({
          runs: [
            { feet: 90, materialId: VINYL, join: 'inline' },
            { feet: 90, heightFt: 6, materialId: WOOD, join: 'inline' },
            { feet: 90, heightFt: 4, materialId: WOOD },
          ],
          gates: runs.map((run) => ({ kind: 'double', run })),
          ...bare,
        }),
      );
    expect(gates(0, 1, 2)).toEqual([
      ['gate', 1, 110_000, 110_000],
      ['gate', 1, 90_000, 90_000],
      ['gate', 1, 80_000, 80_000],
    ]);
    expect(gates(1, 0, 1)).toEqual([
      ['gate', 2, 90_000, 180_000],
      ['gate', 1, 110_000, 110_000],
    ]);
    // Of a gate without a run, only the kind is known, because the runs differ.
    expect(gates(undefined)).toEqual([['gate', 1, 90_000, 90_000]]);
  });

  it('items: required ones once unless taken off, optional ones if added, per foot by the fence’s length', () => {
    expect(totals(one({}, { items: [] }))).toEqual([['item', 1, 7_500, 7_500]]);
    expect(totals(one({}, { items: [{ itemId: STAIN }] }))).toEqual([
      ['item', 1, 7_500, 7_500],
      ['item', 33.33, 200, 6_666],
    ]);
    expect(totals(one({}, { items: [{ itemId: STAIN, quantity: 2.5 }, ...bare.items] }))).toEqual([
      ['item', 2.5, 200, 500],
    ]);
  });

  it('a zone adds its surcharge by ZIP code', () => {
    expect(totals(one({}), {}, '83702')).toEqual([['zone', 1, 12_000, 12_000]]);
    expect(totals(one({}), {}, '83701')).toEqual([]);
  });

  it('a gate takes its width off its run’s priced feet only where the book says so', () => {
    const gated = one({ feet: 50 }, { gates: [{ kind: 'walk' }, { kind: 'double', run: 0 }] });
    const run = (change: Partial<PriceBook>) => priceFence(gated, pricesWith(change)).lines[0];
    expect(run({})).toMatchObject({ quantity: 50, totalCents: 160_000 });
    expect(run({ gateTakesWidth: true })).toMatchObject({ quantity: 36, totalCents: 115_200 });
  });

  it('a minimum fills the sum, and then the sum is rounded to the step, half up', () => {
    const small = (change: Partial<PriceBook>) => {
      const { lines, totalCents } = priceFence(one({ feet: 10.01 }), pricesWith(change));
      return [...lines.slice(1).map((line) => [line.label.en, line.totalCents]), totalCents];
    };
    // 10.01 × $32.00 = $320.32
    expect(small({ minimumCents: 50_000 })).toEqual([['Minimum job', 17_968], 50_000]);
    expect(small({ roundToCents: 2_500 })).toEqual([['Rounding', 468], 32_500]);
    expect(small({ roundToCents: 5_000 })).toEqual([['Rounding', -2_032], 30_000]);
    expect(small({ minimumCents: 35_000, roundToCents: 1_000 })).toEqual([['Minimum job', 2_968], 35_000]);
    expect(small({ minimumCents: 35_250, roundToCents: 500 })).toEqual([
      ['Minimum job', 3_218],
      ['Rounding', 250],
      35_500,
    ]);
  });

  it('minimum, rounding, tax and zones hold for a plain fence too, and its corners aren’t known', () => {
    const plain: Fence = { ...one({ feet: 10, heightFt: undefined }), plain: true, gates: [] };
    const change = { minimumCents: 20_000, roundToCents: 5_000, tax: { bps: 1_000, on: 'all' as const, text: '' } };
    expect(totals(plain, change, '83702').map(([kind]) => kind)).toEqual(['zone', 'minimum']);
    expect(priceFence(plain, pricesWith(change), { zip: '83702' })).toMatchObject({
      subtotalCents: 20_000,
      taxCents: 2_000,
      totalCents: 22_000,
    });
  });

  it('an add-on counts only while it’s ticked', () => {
    const lamp = { id: 'lamp', label: 'Post caps', quantity: 12, unitCents: 1_850 };
    const offered = one({ feet: 10 }, { addOns: [lamp, { ...lamp, id: 'oil', unitCents: 100 }] });
    const sum = (ticked: string[]) => priceFence(offered, prices, { ticked }).totalCents;
    expect([sum([]), sum(['lamp']), sum(['oil', 'lamp']), sum(['another'])]).toEqual([32_000, 54_200, 55_400, 32_000]);
  });
});

describe('corners and ends', () => {
  const runs = (...joins: (FenceRun['join'] | 'closed')[]) =>
    cornersAndEnds({
      runs: joins.map((join) => ({
        feet: 10,
        materialId: WOOD,
        ...(join === 'closed' ? { closed: true } : { join }),
      })),
    });
  it.each<[ReturnType<typeof runs>, number, number]>([
    [runs(undefined), 0, 2],
    [runs('corner', undefined), 1, 2],
    [runs('inline', 'corner', undefined), 1, 2],
    [runs('corner', 'apart', 'corner', undefined), 2, 4],
    [runs('corner', 'corner', 'corner', 'closed'), 4, 0],
    [runs('inline', 'closed'), 1, 0],
    [runs('apart', 'corner', 'closed'), 2, 2],
  ])('%j', (found, corners, ends) => {
    expect(found).toEqual({ corners, ends });
  });
});

const faultsOf = (given: Fence, zip: string | null = null): string[] => {
  try {
    priceFence(given, prices, { zip });
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED')
      return Object.keys(error.fields ?? {}).toSorted();
    throw error;
  }
  return [];
};

describe('bad values name their field', () => {
  const run: FenceRun = { feet: 20, heightFt: 6, materialId: WOOD };
  const gate = (run: number, atFeet?: number) => ({ kind: 'double', run, atFeet });
  it.each<[string, Fence, string[]]>([
    ['a height that isn’t priced', fence({ runs: [run, run, { ...run, heightFt: 5 }] }), ['runs.2.heightFt']],
    ['a height of a material without any', fence({ runs: [{ ...run, materialId: VINYL }] }), ['runs.0.heightFt']],
    [
      'a material that isn’t the company’s',
      fence({ runs: [run, { ...run, materialId: 'x' as MaterialId }] }),
      ['runs.1.materialId'],
    ],
    ['a kind that isn’t in the book', fence({ runs: [run], gates: [{ kind: 'cattle' }] }), ['gates.0.kind']],
    ['a run that isn’t there', fence({ runs: [run], gates: [gate(0), gate(1)] }), ['gates.1.run']],
    ['a gate wider than its run', fence({ runs: [run, { ...run, feet: 9.99 }], gates: [gate(1)] }), ['gates.0.run']],
    [
      'gates that are wider than their run together',
      fence({ runs: [run], gates: [gate(0), gate(0), gate(0)] }),
      ['gates.2.run'],
    ],
    ['a gate past the end', fence({ runs: [run], gates: [gate(0, 10.01)] }), ['gates.0.atFeet']],
    [
      'gates that overlap',
      fence({ runs: [{ ...run, feet: 60 }], gates: [gate(0, 30), gate(0, 20.01)] }),
      ['gates.1.atFeet'],
    ],
    ['gates that meet', fence({ runs: [run], gates: [gate(0, 10), gate(0, 0)] }), []],
    ['a place on no run', fence({ runs: [run, run], gates: [{ kind: 'walk', atFeet: 1 }] }), ['gates.0.run']],
    ['an item that isn’t in the book', fence({ runs: [run], items: [{ itemId: 'x' }] }), ['items.0.itemId']],
    ['an item twice', fence({ runs: [run], items: [{ itemId: STAIN }, { itemId: STAIN }] }), ['items.1.itemId']],
    ['the 41st run', fence({ runs: Array.from({ length: 41 }, () => run) }), ['runs']],
    ['no runs', fence({ runs: [] }), ['runs']],
    ['a run of 0 ft', fence({ runs: [run, { ...run, feet: 0 }] }), ['runs.1.feet']],
    [
      'a sum above the limit',
      fence({
        runs: Array.from({ length: 40 }, () => ({ ...run, feet: 100_000 })),
        lines: [{ label: 'x', quantity: 100_000, unitCents: 10_000_000 }],
      }),
      ['runs'],
    ],
  ])('%s', (_what, given, paths) => {
    expect(faultsOf(given)).toEqual(paths);
  });

  it('a ZIP that isn’t served', () => {
    expect(faultsOf(fence({ runs: [run] }), '99999')).toEqual(['zip']);
  });

  it('a height says what there is', () => {
    expect(() => priceFence(fence({ runs: [{ ...run, heightFt: 5 }] }), prices)).toThrow(
      'Cedar isn’t priced at 5 ft. It’s priced at 4 ft, 6 ft',
    );
  });
});

const cents = fc.integer({ min: 0, max: 200_000 });
const percent = fc.integer({ min: 0, max: 30_000 }).map((value) => value / 100);
const anyBook: fc.Arbitrary<Partial<PriceBook>> = fc.record({
  removalPerFootCents: cents,
  slope: fc.record({ moderatePercent: percent, steepPercent: percent }),
  hardDigPercent: percent,
  corners: fc.record({ cornerCents: cents, endCents: cents }),
  minimumCents: cents,
  roundToCents: fc.constantFrom(0, 100, 500, 1_000, 2_500, 5_000),
  tax: fc.record({
    bps: fc.integer({ min: 0, max: 2_000 }),
    on: fc.constantFrom('all', 'fence'),
    text: fc.constant(''),
  }),
});
const feet = fc.integer({ min: 4_000, max: 90_000 }).map((value) => value / 100);
const anyRun: fc.Arbitrary<FenceRun> = fc.record({
  feet,
  heightFt: fc.constantFrom(4, 6),
  materialId: fc.constant(WOOD),
  slope: fc.constantFrom(undefined, 'moderate', 'steep'),
  hardDig: fc.boolean(),
});
const free = fc.record({ label: fc.constant('Extra'), quantity: feet, unitCents: cents });
const anyFence: fc.Arbitrary<Fence> = fc.record({
  plain: fc.constant(false),
  runs: fc.array(anyRun, { minLength: 1, maxLength: 5 }),
  gates: fc.array(fc.record({ kind: fc.constantFrom('walk', 'double') }), { maxLength: 3 }),
  removalFeet: feet,
  items: fc.constant([]),
  lines: fc.array(free, { maxLength: 4 }),
  addOns: fc.array(free, { maxLength: 3 }).map((all) => all.map((one, index) => ({ ...one, id: `a${index}` }))),
});
const ticks = fc.subarray(['a0', 'a1', 'a2']);
const off = fc.integer({ min: 0, max: 10_000 });
const share = (bps: number) => (sum: number) => Math.floor((sum * bps + 5_000) / 10_000);

describe('for any fence and book', () => {
  const asked = { numRuns: 2_000 };
  it('the shown lines add up to the total to the cent, and the tax is rounded once', () => {
    fc.assert(
      fc.property(anyFence, anyBook, ticks, off, (given, change, ticked, bps) => {
        const { lines, ...sums } = priceFence(given, pricesWith(change), { ticked, discountFor: share(bps) });
        const counted = lines.filter(({ addOn }) => addOn === undefined || ticked.includes(addOn));
        const total = (some: typeof lines) => some.reduce((sum, { totalCents }) => sum + totalCents, 0);
        expect(total(counted)).toBe(sums.subtotalCents);
        expect(sums.totalCents).toBe(sums.subtotalCents - sums.discountCents + sums.taxCents);
        expect(Math.min(sums.totalCents, sums.taxCents, sums.discountCents)).toBeGreaterThanOrEqual(0);
        const { tax = worked.tax } = change;
        const fenceCents = total(counted.filter(({ kind }) => ['run', 'slope', 'hardDig'].includes(kind)));
        const taxable = BigInt(tax.on === 'all' ? sums.subtotalCents : fenceCents);
        const subtotal = BigInt(sums.subtotalCents);
        // taxable × (1 − discount ÷ subtotal) × rate, as one fraction: the tax is the nearest cent to it, half up
        const over = taxable * (subtotal - BigInt(sums.discountCents)) * BigInt(tax.bps);
        const under = subtotal * 10_000n;
        const rest = over * 2n - BigInt(sums.taxCents) * 2n * under;
        expect(rest >= -under && rest < under).toBe(true);
      }),
      asked,
    );
  });

  it('more feet, gates, pieces or a dearer height never cost less', () => {
    const more: fc.Arbitrary<(given: Fence) => Fence> = fc.oneof(
      feet.map((extra) => (given: Fence) => ({
        ...given,
        runs: given.runs.map((run, index) =>
          index === 0 ? { ...run, feet: Math.round((run.feet + extra) * 100) / 100 } : run,
        ),
      })),
      fc
        .constantFrom('walk', 'double')
        .map((kind) => (given: Fence) => ({ ...given, gates: [...given.gates, { kind }] })),
      feet.map((extra) => (given: Fence) => ({ ...given, removalFeet: (given.removalFeet ?? 0) + extra })),
      free.map((line) => (given: Fence) => ({ ...given, lines: [...given.lines, line] })),
      anyRun.map((run) => (given: Fence) => ({ ...given, runs: [...given.runs, run] })),
      fc.constant((given: Fence) => ({ ...given, runs: given.runs.map((run) => ({ ...run, heightFt: 6 })) })),
    );
    fc.assert(
      fc.property(anyFence, anyBook, off, more, (given, change, bps, grow) => {
        const total = (one: Fence) => priceFence(one, pricesWith(change), { discountFor: share(bps) }).totalCents;
        // A discount is a whole number of cents. What it leaves of a fence that alone is taxed may therefore shrink by
        // a part of a cent when something else is added, and the tax by one cent.
        const { tax = worked.tax } = change;
        const slack = tax.on === 'fence' && bps > 0 ? 1 : 0;
        expect(total(grow(given))).toBeGreaterThanOrEqual(total(given) - slack);
      }),
      asked,
    );
  });

  it('ticking an add-on never lowers the sum, and stored lines give the same sums again', () => {
    fc.assert(
      fc.property(anyFence, anyBook, ticks, (given, change, ticked) => {
        const list = pricesWith(change);
        const price = priceFence(given, list, { ticked });
        expect(price.totalCents).toBeGreaterThanOrEqual(priceFence(given, list).totalCents);
        const stored = price.lines.filter(({ kind }) => kind !== 'minimum' && kind !== 'rounding');
        expect(sumFence(structuredClone(stored), sumRulesOf(list.book), { ticked })).toEqual(price);
      }),
      asked,
    );
  });
});
