import { expect, test } from 'vitest';
import { readCsv } from '#shared/features/leads/lead-csv.file.ts';
import { DEFAULT_RULES } from '#shared/features/take-off/default-rules.ts';
import { basisOfFence, BUILT_IN_GATES, countFence } from '#shared/features/take-off/count-fence.rules.ts';
import { type Costs, costOf } from '#shared/features/take-off/costs.rules.ts';
import type { Fence } from '#shared/features/pricing/fence.ts';
import { fullPricing, VINYL, WOOD } from '../../../../test/described-fences.ts';
import { costOfFence } from './margin-panel.tsx';
import { materialsCsv } from './materials-csv.ts';
import { materialsWords } from './words.ts';

const fence: Pick<Fence, 'plain' | 'runs' | 'gates'> = {
  plain: false,
  runs: [
    { label: '=Back', feet: 100, heightFt: 6, materialId: WOOD as never },
    { feet: 40, heightFt: 6, materialId: VINYL as never },
  ],
  gates: [{ kind: 'double', run: 0 }],
};
const systemOf = ({ materialId }: { materialId: string }) =>
  fullPricing.materials.find(({ id }) => id === materialId)?.system ?? null;
const countIn = (language: 'en' | 'es') =>
  countFence(basisOfFence({ fence, rules: DEFAULT_RULES, kinds: BUILT_IN_GATES, systemOf, drawing: null }), language);
const view = (language: 'en' | 'es') => ({ ...countIn(language), labor: [] });

test.each(['en', 'es'] as const)('a list in %s is a file with everything and each run', (language) => {
  const words = materialsWords(language);
  const list = view(language);
  const { head, rows } = readCsv(materialsCsv(list, words, ['=Back']));
  expect(head).toEqual([words.where, words.item, words.quantity, words.unit]);
  const all = rows.filter(({ cells }) => cells[0] === words.all);
  expect(all.map(({ cells }) => cells.slice(1))).toEqual(
    list.items.map(({ label, quantity, unit }) => [label, String(quantity), unit]),
  );
  const places = new Set(rows.map(({ cells }) => cells[0]));
  expect([...places]).toEqual([words.all, '=Back', words.run({ number: 2 })]);
  // A run's name can't be a formula.
  expect(materialsCsv(list, words, ['=Back'])).not.toMatch(/(^|,)"?=/m);
});

test('the dialog’s cost is that of the list, and unknown if a run isn’t linked to a system', () => {
  const costs: Costs = {
    hourlyCents: 5_000,
    items: { screw: 3, 'panel.6': 9_000 },
    labor: [{ activity: 'Dig', per: 'post', minutes: 20 }],
  };
  const stored = {
    labels: {},
    version: 1,
    hourlyCents: costs.hourlyCents,
    items: [...Object.entries(costs.items).map(([key, cents]) => ({ key, cents })), { key: 'latch', cents: null }],
    labor: [...costs.labor],
    targetMarginBps: null,
  };
  const rules = { version: 0, defaultBagLb: DEFAULT_RULES.defaultBagLb, systems: [...DEFAULT_RULES.systems] };
  const input = { runs: fence.runs, gates: fence.gates } as never;
  const expected = costOf(countIn('en'), costs);
  expect(expected.costCents).toBeGreaterThan(0);
  expect(costOfFence({ input, pricing: fullPricing, drawing: null }, { costs: stored, rules })).toEqual({
    costCents: expected.costCents,
    missing: expected.missing.length,
  });
  const unlinked = { ...fullPricing, materials: fullPricing.materials.map((one) => ({ ...one, system: null })) };
  expect(costOfFence({ input, pricing: unlinked, drawing: null }, { costs: stored, rules })).toBeUndefined();
});
