import { describe, expect, it } from 'vitest';
import type { MaterialId } from '../../primitives/ids.ts';
import { discountOf } from '../estimates/offer-price.rules.ts';
import type { Fence, FenceRun } from '../pricing/fence.ts';
import { neutralBook, type PriceBook, type PriceList } from '../pricing/price-book.ts';
import { priceFence, sumFence, sumRulesOf } from '../pricing/price.rules.ts';
import { type AgreedPrice, type ChangePart, linesAfter, priceChange } from './change-price.rules.ts';
import type { FenceChange, FencePart } from './changed-fence.rules.ts';

const WOOD = '019ac000-0000-7000-8000-000000000001' as MaterialId;
const VINYL = '019ac000-0000-7000-8000-000000000002' as MaterialId;
const NOTHING: FencePart = { runs: [], gates: [], lines: [] };

const book = (changed: Partial<PriceBook> = {}): PriceBook => {
  const neutral = neutralBook(35_000);
  return {
    ...neutral,
    heights: [
      { materialId: WOOD, heightFt: 6, perFootCents: 3_200 },
      { materialId: WOOD, heightFt: 4, perFootCents: 2_400 },
    ],
    gateKinds: neutral.gateKinds.map((kind) => (kind.key === 'double' ? { ...kind, priceCents: 90_000 } : kind)),
    removalPerFootCents: 400,
    corners: { cornerCents: 2_500, endCents: 0 },
    items: [{ id: 'permit', label: 'Permit', unit: 'job', cents: 7_500, optional: false }],
    ...changed,
  };
};
const pricesOf = (of: PriceBook): PriceList => ({
  basePriceCents: 3_000,
  gatePriceCents: 35_000,
  materials: [
    { id: WOOD, name: 'Wood', premiumCents: 0 },
    { id: VINYL, name: 'Vinyl', premiumCents: 333 },
  ],
  book: of,
});

/** The contract's worked estimate of $4,850.00. */
const worked: Fence = {
  plain: false,
  runs: [
    { feet: 100, heightFt: 6, materialId: WOOD },
    { feet: 40, heightFt: 4, materialId: WOOD },
  ],
  gates: [{ kind: 'walk', run: 0 }],
  removalFeet: 60,
  items: [],
  lines: [],
  addOns: [],
};

const sign = (fence: Fence, prices: PriceList, percent = 0): { agreed: AgreedPrice; totalCents: number } => {
  const discountFor = (sum: number) => (percent === 0 ? 0 : discountOf(sum, { percent }));
  const signed = priceFence(fence, prices, { discountFor });
  const lines = signed.lines.filter(({ kind }) => kind !== 'minimum' && kind !== 'rounding');
  return { agreed: { fence, lines, rules: sumRulesOf(prices.book), discountFor }, totalCents: signed.totalCents };
};
const priced = (agreed: AgreedPrice, change: FenceChange, prices: PriceList) => {
  const found = priceChange(agreed, change, prices);
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  return found.price;
};
const faultsOf = (agreed: AgreedPrice, change: FenceChange, prices: PriceList) => {
  const found = priceChange(agreed, change, prices);
  return 'faults' in found ? found.faults : {};
};
const sumOfPart = ({ lines, discountCents, taxCents }: ChangePart) =>
  lines.reduce((sum, { totalCents }) => sum + totalCents, 0) - discountCents + taxCents;

const SIX_FEET_MORE: FenceChange = {
  added: { runs: [{ feet: 10, heightFt: 6, materialId: WOOD }], gates: [{ kind: 'double' }], lines: [] },
  removed: { ...NOTHING, gates: [{ kind: 'walk' }] },
};

describe('the worked change', () => {
  it('of $4,850.00 adds $870.00', () => {
    const prices = pricesOf(book());
    const { agreed, totalCents } = sign(worked, prices);
    expect(totalCents).toBe(485_000);
    const price = priced(agreed, SIX_FEET_MORE, prices);
    expect(price).toMatchObject({ addedCents: 122_000, removedCents: 35_000, netCents: 87_000, totalCents: 572_000 });
    expect(price.fence.runs).toEqual([
      { feet: 110, heightFt: 6, materialId: WOOD },
      { feet: 40, heightFt: 4, materialId: WOOD },
    ]);
    expect(price.fence.gates).toEqual([{ kind: 'double', run: 0 }]);
    expect(price.fence).toMatchObject({ corners: 1, ends: 2, plain: false });
  });

  it('counts the signed discount and the tax: $5,720.00 with 10% off and 6% tax is $5,456.88', () => {
    const prices = pricesOf(book({ tax: { bps: 600, on: 'all', text: '' } }));
    const { agreed, totalCents } = sign(worked, prices, 10);
    expect(totalCents).toBe(462_690);
    expect(priced(agreed, SIX_FEET_MORE, prices)).toMatchObject({ netCents: 82_998, totalCents: 545_688 });
  });
});

describe('a change', () => {
  const prices = pricesOf(book());
  const { agreed } = sign(worked, prices);

  it('names its fields when it takes off what isn’t there, or adds what has no price', () => {
    const removed = {
      runs: [{ feet: 100.01, heightFt: 6, materialId: WOOD }],
      gates: [{ kind: 'walk' }, { kind: 'walk' }],
      lines: [],
    };
    expect(faultsOf(agreed, { added: NOTHING, removed }, prices)).toEqual({
      'removed.runs.0.feet': 'The job has 100 ft of this fence. Enter that or less',
      'removed.gates.1.kind': 'The job has no such gate left',
    });
    const added = { runs: [{ feet: 10, heightFt: 8, materialId: WOOD }], gates: [{ kind: 'slide' }], lines: [] };
    expect(Object.keys(faultsOf(agreed, { added, removed: NOTHING }, prices))).toEqual([
      'runs.0.heightFt',
      'gates.0.kind',
    ]);
    expect(faultsOf(agreed, { added: NOTHING, removed: { ...NOTHING, runs: worked.runs } }, prices)).toHaveProperty([
      'removed.runs',
    ]);
    const credit = { ...NOTHING, lines: [{ label: 'Credit', quantity: 1, unitCents: 485_001 }] };
    expect(faultsOf(agreed, { added: NOTHING, removed: credit }, prices)).toHaveProperty('removed');
    const same = { ...NOTHING, runs: [{ feet: 5, heightFt: 6, materialId: WOOD }] };
    expect(faultsOf(agreed, { added: same, removed: same }, prices)).toHaveProperty('runs');
  });

  it('keeps a closed fence closed, and moves gates with their runs', () => {
    const yard: Fence = {
      ...worked,
      runs: [
        { feet: 30, materialId: WOOD, label: 'Left' },
        { feet: 20, materialId: WOOD, label: 'Back' },
        { feet: 30, materialId: WOOD, label: 'Right', closed: true },
      ],
      gates: [{ kind: 'walk', run: 2, atFeet: 5 }],
    };
    const { agreed: closed } = sign(yard, prices);
    const { fence } = priced(
      closed,
      { added: { ...NOTHING, runs: [{ feet: 12, materialId: VINYL }] }, removed: NOTHING },
      prices,
    );
    expect(fence.runs.map(({ label, join, closed: meets }) => [label, join, meets])).toEqual([
      [undefined, 'apart', undefined],
      ['Left', undefined, undefined],
      ['Back', undefined, undefined],
      ['Right', undefined, true],
    ]);
    expect(fence.gates).toEqual([{ kind: 'walk', run: 3, atFeet: 5 }]);
    const removed = { ...NOTHING, runs: [{ feet: 30, materialId: WOOD, label: 'Left' }] };
    expect(priced(closed, { added: NOTHING, removed }, prices).fence.gates).toEqual([
      { kind: 'walk', run: 1, atFeet: 5 },
    ]);
  });
});

/** Generates the same numbers in each run. */
const numbers = (seed: number) => {
  let state = seed;
  return (end: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return Math.floor((state / 0x80_00_00_00) * end);
  };
};

describe('any changes in a row', () => {
  it.each(Array.from({ length: 60 }, (_each, at) => at + 1))(
    'add up to the price of the whole job (seed %i)',
    (seed) => {
      const below = numbers(seed * 7_919);
      const prices = pricesOf(
        book({
          slope: { moderatePercent: 10, steepPercent: 25 },
          hardDigPercent: below(2) * 15,
          minimumCents: below(3) === 0 ? 600_000 : 0,
          roundToCents: [0, 100, 500, 2_500][below(4)] ?? 0,
          tax: { bps: below(3) * 437, on: below(2) === 0 ? 'all' : 'fence', text: '' },
          gateTakesWidth: below(3) === 0,
          items: [
            { id: 'permit', label: 'Permit', unit: 'job', cents: 7_500, optional: false },
            { id: 'stain', label: 'Stain', unit: 'foot', cents: 199, optional: false },
          ],
        }),
      );
      const feet = () => 5 + below(20_000) / 100;
      const run = (): FenceRun => {
        const heightFt = [6, 4, undefined][below(3)];
        return {
          feet: Math.round(feet() * 100) / 100,
          materialId: heightFt === undefined ? VINYL : WOOD,
          ...(heightFt !== undefined && { heightFt }),
          ...(below(4) === 0 && { slope: 'steep' as const }),
          ...(below(4) === 0 && { hardDig: true }),
        };
      };
      const line = () => ({ label: `Extra ${below(5)}`, quantity: 1 + below(4), unitCents: below(50_000) });
      const signed: Fence = {
        ...worked,
        runs: [{ feet: 120, heightFt: 6, materialId: WOOD }, run(), run()],
        gates: [],
      };
      const first = sign(signed, prices, below(3) * 5);
      let { agreed } = first;
      const changes: { added: ChangePart; removed: ChangePart }[] = [];
      let nets = 0;
      for (let round = 0; round < 6; round += 1) {
        const of = agreed.fence;
        const [some] = of.runs;
        const change: FenceChange = {
          added: {
            runs: below(2) === 0 ? [run()] : [],
            gates: below(2) === 0 ? [{ kind: below(2) === 0 ? 'double' : 'walk' }] : [],
            lines: below(2) === 0 ? [line()] : [],
          },
          removed: {
            runs: some && below(3) === 0 ? [{ ...some, feet: Math.round(some.feet * below(100)) / 100 || 0.01 }] : [],
            gates: of.gates.length > 0 && below(2) === 0 ? [{ kind: of.gates[0]?.kind ?? '' }] : [],
            lines: of.lines.length > 0 && below(2) === 0 ? of.lines.slice(0, 1) : [],
          },
        };
        const found = priceChange(agreed, change, prices);
        if ('faults' in found) continue;
        const { price } = found;
        expect(price.netCents).toBe(price.addedCents - price.removedCents);
        expect([price.addedCents >= 0, price.removedCents >= 0]).toEqual([true, true]);
        expect(sumOfPart(price.added)).toBe(price.addedCents);
        expect(sumOfPart(price.removed)).toBe(price.removedCents);
        nets += price.netCents;
        expect(first.totalCents + nets).toBe(price.totalCents);
        changes.push(price);
        agreed = { ...agreed, fence: price.fence, lines: linesAfter(first.agreed.lines, changes) };
        expect(sumFence(agreed.lines, agreed.rules, agreed).totalCents).toBe(price.totalCents);
        // The changed fence, priced as a new estimate at the signed prices, costs the same.
        const anew = priceFence(price.fence, prices, { discountFor: agreed.discountFor });
        expect(price.totalCents).toBe(anew.totalCents);
      }
      expect(changes.length).toBeGreaterThan(0);
    },
  );
});
