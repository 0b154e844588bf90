import { describe, expect, it } from 'vitest';
import { priceChange } from '#shared/features/changes/change-price.rules.ts';
import { fenceInRuns } from '#shared/features/changes/fence-in-runs.rules.ts';
import { plainFence, type Fence } from '#shared/features/pricing/fence.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { priceFence, sumRulesOf } from '#shared/features/pricing/price.rules.ts';
import type { MaterialId } from '#shared/primitives/ids.ts';
import type { OptionForm } from '../estimates/estimate-options.rules.ts';
import { addGate, addLine, addRun } from '../estimates/fence-form.rules.ts';
import { measuresOfFence } from '../estimates/fence-start.rules.ts';
import { readChange } from './change-form.rules.ts';

const WOOD = '019ac000-0000-7000-8000-000000000001' as MaterialId;
const VINYL = '019ac000-0000-7000-8000-000000000002' as MaterialId;
const neutral = neutralBook(35_000);
const book = {
  ...neutral,
  heights: [
    { materialId: WOOD, heightFt: 6, perFootCents: 3_200 },
    { materialId: WOOD, heightFt: 4, perFootCents: 2_400 },
  ],
  gateKinds: neutral.gateKinds.map((kind) => (kind.key === 'double' ? { ...kind, priceCents: 90_000 } : kind)),
};
const materials = [
  { id: WOOD, name: 'Wood', premiumCents: 0 },
  { id: VINYL, name: 'Vinyl', premiumCents: 500 },
];
const prices = { basePriceCents: 3_000, gatePriceCents: 35_000, materials, book };
const fence: Fence = {
  plain: false,
  runs: [
    { feet: 100, heightFt: 6, materialId: WOOD },
    { feet: 40, heightFt: 4, materialId: WOOD },
    { feet: 30, heightFt: 6, materialId: WOOD, label: 'Back' },
  ],
  gates: [{ kind: 'walk', run: 0, atFeet: 4 }],
  corners: 1,
  ends: 2,
  items: [],
  lines: [{ label: 'Haul away', quantity: 1, unitCents: 7_500 }],
  addOns: [],
};
const formOf = (of: Fence): OptionForm => ({
  ...measuresOfFence(of, { pricing: { materials, book }, materialId: '', perimeter: 0 }),
  label: null,
});
const signed = formOf(fence);
const run = (option: OptionForm, at: number, change: object): OptionForm => ({
  ...option,
  runs: option.runs.map((one, index) => (index === at ? { ...one, ...change } : one)),
});

/** Applies what was read as the server does. */
const applied = (typed: OptionForm, of: Fence = fence) => {
  const { input, faults } = readChange(formOf(of), typed);
  expect(faults).toEqual({});
  const { runs = [], gates = [], lines = [], removed = {} } = input;
  const agreed = {
    fence: of,
    lines: priceFence(of, prices).lines,
    rules: sumRulesOf(book),
    discountFor: () => 0,
  };
  const known = (list: typeof runs) => list.map((one) => ({ ...one, materialId: one.materialId ?? WOOD }));
  const found = priceChange(
    agreed,
    {
      added: { runs: known(runs), gates, lines },
      removed: { runs: known(removed.runs ?? []), gates: removed.gates ?? [], lines: removed.lines ?? [] },
    },
    prices,
  );
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  return found.price;
};

describe('a change that is read from the job as it should be', () => {
  it('is empty if nothing differs, whatever the rows’ order', () => {
    expect(readChange(signed, signed).isEmpty).toBe(true);
    expect(readChange(signed, { ...signed, runs: signed.runs.toReversed() }).isEmpty).toBe(true);
  });

  it('makes the run longer that was typed, not another of its kind', () => {
    const price = applied(run(signed, 2, { feet: '42.5' }));
    expect(price.netCents).toBe(40_000);
    expect(price.fence.runs.map(({ feet }) => feet)).toEqual([100, 40, 42.5]);
    expect(applied(run(signed, 2, { feet: '20' })).fence.runs.map(({ feet }) => feet)).toEqual([100, 40, 20]);
  });

  it('swaps a gate in its place, and a run’s kind', () => {
    const swapped = { ...signed, gates: signed.gates.map((gate) => ({ ...gate, kind: 'double' })) };
    const price = applied(swapped);
    expect(price).toMatchObject({ addedCents: 90_000, removedCents: 35_000 });
    expect(price.fence.gates).toEqual([{ kind: 'double', run: 0, atFeet: 4 }]);
    const lower = applied(run(signed, 0, { heightFt: '4' }));
    expect(lower.netCents).toBe(-80_000);
  });

  it('adds runs with gates on them, lines, and takes rows off', () => {
    const more = addGate(addRun(signed));
    const typed = addLine(run(more, 3, { feet: '20', materialId: VINYL, heightFt: '' }), 'lines');
    const priced = applied({
      ...typed,
      lines: typed.lines.map((line, at) => (at === 1 ? { ...line, label: 'Rock', price: '100' } : line)).slice(1),
    });
    expect(priced.addedCents).toBe(20 * 3_500 + 35_000 + 10_000);
    expect(priced.removedCents).toBe(7_500);
    expect(priced.fence.gates).toEqual([
      { kind: 'walk', run: 0, atFeet: 4 },
      { kind: 'walk', run: 3 },
    ]);
  });

  it('names the rows of the screen for the server’s fields', () => {
    const typed = run(addRun(signed), 3, { feet: '20' });
    const { onScreen, faults } = readChange(signed, run(typed, 2, { feet: '31' }));
    expect(faults).toEqual({});
    expect(onScreen('runs.0.feet')).toBe('runs.2.feet');
    expect(onScreen('runs.1.heightFt')).toBe('runs.3.heightFt');
    expect(readChange(signed, run(signed, 1, { feet: 'x' })).faults).toHaveProperty(['runs.1.feet']);
  });

  it('works for a plain job', () => {
    const plain = fenceInRuns(plainFence({ perimeter: 100, materialId: VINYL, gateCount: 1 }), {
      materialId: VINYL,
      drawing: null,
    });
    expect(applied(run(formOf(plain), 0, { feet: '110' }), plain).netCents).toBe(35_000);
  });
});
