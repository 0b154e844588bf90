import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../primitives/app-error.ts';
import { changesFrom, DEFAULT_RULES, withChanges } from './default-rules.ts';
import { fenceSystemSchema } from './fence-system.schema.ts';
import { SYSTEM_KEYS } from './system-keys.ts';
import { chainsOf, type Layout, type LayoutGate, type LayoutRun } from './layout.rules.ts';
import { type TakeOff, takeOff } from './take-off.rules.ts';

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
const quantities = (items: TakeOff['items']) =>
  new Map(items.map(({ key, label, quantity }) => [key + label, quantity]));

const feet = fc.integer({ min: 1, max: 60_000 }).map((hundredths) => hundredths / 100);
const runOf = (systems: readonly string[]) =>
  fc
    .record({
      feet,
      system: fc.constantFrom(...systems),
      height: fc.nat(),
      join: fc.constantFrom('corner', 'inline', 'apart', undefined),
    })
    .map(({ height, ...run }): LayoutRun => {
      const heights = DEFAULT_RULES.systems.find(({ key }) => key === run.system)?.heightsFt ?? [6];
      return { ...run, heightFt: heights[height % heights.length] ?? 6 };
    });
const gatesFor = (runs: readonly LayoutRun[]): fc.Arbitrary<LayoutGate[]> =>
  fc
    .array(
      fc.record({ run: fc.nat(runs.length - 1), widthFt: fc.constantFrom(3.5, 4, 10), leaves: fc.constantFrom(1, 2) }),
      {
        maxLength: 6,
      },
    )
    .map((gates) => {
      // only as many gates as fit on a run
      const used = new Map<number, number>();
      return gates.filter(({ run, widthFt }) => {
        const width = (used.get(run) ?? 0) + widthFt;
        if (width > (runs[run]?.feet ?? 0)) return false;
        used.set(run, width);
        return true;
      });
    });
const layoutOf = (systems: readonly string[], maxRuns = 8): fc.Arbitrary<Layout> =>
  fc
    .record({ runs: fc.array(runOf(systems), { minLength: 1, maxLength: maxRuns }), closed: fc.boolean() })
    .map(({ runs, closed }) => {
      const last = chainsOf(runs).at(-1);
      return runs.map((run, index) =>
        closed && index === runs.length - 1 && (last?.runs.length ?? 0) > 1 ? { ...run, closed: true } : run,
      );
    })
    .chain((runs) => fc.record({ runs: fc.constant(runs), gates: gatesFor(runs) }));
const anyLayout = layoutOf(SYSTEM_KEYS);

describe('the invariants of a take-off', () => {
  test('counts one post more than sections and openings on each open chain', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        const { posts, byRun } = takeOff(layout, DEFAULT_RULES);
        const open = chainsOf(layout.runs).filter(({ closed }) => !closed).length;
        expect(sum(Object.values(posts))).toBe(sum(byRun.map(({ sections }) => sections)) + layout.gates.length + open);
      }),
      { numRuns: 1000 },
    );
  });

  test('replaces one post by one bracket for each wall', () => {
    fc.assert(
      fc.property(layoutOf(SYSTEM_KEYS, 1), fc.constantFrom('start', 'end', 'both'), ({ runs }, wall) => {
        const [run] = runs;
        if (!run) throw new Error('no run');
        const before = takeOff({ runs: [run], gates: [] }, DEFAULT_RULES);
        const after = takeOff({ runs: [{ ...run, wall }], gates: [] }, DEFAULT_RULES);
        const brackets = wall === 'both' ? 2 : 1;
        expect(after.posts.end).toBe(before.posts.end - brackets);
        expect(after.items.find(({ key }) => key === 'wallBracket')?.quantity).toBe(brackets);
      }),
    );
  });

  test('lists the same posts by role, by kind and by run', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        const { posts, items, byRun } = takeOff(layout, DEFAULT_RULES);
        const kinds = items.filter(({ key }) => key.startsWith('post.')).map(({ quantity }) => quantity);
        expect(sum(kinds)).toBe(sum(Object.values(posts)));
        expect(sum(byRun.flatMap((run) => Object.values(run.posts)))).toBe(sum(kinds));
      }),
    );
  });

  test('never needs more together than run by run', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        const { items, byRun } = takeOff(layout, DEFAULT_RULES);
        const apart = new Map<string, number>();
        for (const run of byRun)
          for (const [key, quantity] of quantities(run.items)) apart.set(key, (apart.get(key) ?? 0) + quantity);
        for (const [key, quantity] of quantities(items)) {
          expect(Number.isInteger(quantity) && quantity > 0).toBe(true);
          expect([key, quantity <= (apart.get(key) ?? 0)]).toEqual([key, true]);
        }
        expect([...apart.keys()].toSorted()).toEqual([...quantities(items).keys()].toSorted());
      }),
    );
  });

  test('needs no fewer posts or sections for a longer run', () => {
    fc.assert(
      fc.property(layoutOf(SYSTEM_KEYS, 1), feet, ({ runs: [run] }, more) => {
        if (!run) throw new Error('no run');
        const longer = { ...run, feet: Math.round((run.feet + more) * 100) / 100 };
        const [short, long] = [run, longer].map((each) => takeOff({ runs: [each], gates: [] }, DEFAULT_RULES));
        for (const [key, quantity] of quantities(short?.items ?? []))
          expect([key, (quantities(long?.items ?? []).get(key) ?? 0) >= quantity]).toEqual([key, true]);
      }),
    );
  });

  test('puts whole sections before a gate without a place', () => {
    fc.assert(
      fc.property(runOf(SYSTEM_KEYS), fc.constantFrom(3.5, 4, 10), (run, widthFt) => {
        fc.pre(run.feet >= widthFt);
        const spacing = DEFAULT_RULES.systems.find(({ key }) => key === run.system)?.spacingFt ?? 8;
        const before = Math.floor((run.feet - widthFt) / 2 / spacing) * spacing;
        const floating = takeOff({ runs: [run], gates: [{ run: 0, widthFt, leaves: 1 }] }, DEFAULT_RULES);
        const placed = takeOff({ runs: [run], gates: [{ run: 0, atFeet: before, widthFt, leaves: 1 }] }, DEFAULT_RULES);
        expect(floating).toEqual(placed);
      }),
    );
  });

  test('counts bars, bands and bolts on each side of chain link', () => {
    fc.assert(
      fc.property(layoutOf(['chain_link']), (layout) => {
        const { items } = takeOff(layout, DEFAULT_RULES);
        const of = (key: string) => sum(items.filter((item) => item.key === key).map(({ quantity }) => quantity));
        expect(of('bolt')).toBe(of('tensionBand') + of('braceBand'));
        expect(of('railEnd')).toBe(of('tensionBar'));
        expect(of('tensionBar') % 2).toBe(0);
      }),
    );
  });

  test('counts the same in Spanish', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        const [en, es] = [takeOff(layout, DEFAULT_RULES, 'en'), takeOff(layout, DEFAULT_RULES, 'es')];
        const bare = (items: TakeOff['items']) => items.map(({ key, quantity }) => ({ key, quantity }));
        expect(bare(es.items)).toEqual(bare(en.items));
        for (const [index, { label }] of es.items.entries()) expect(label).not.toBe(en.items[index]?.label);
      }),
    );
  });
});

const wood: LayoutRun = { feet: 40, heightFt: 6, system: 'wood_privacy' };
const gate: LayoutGate = { run: 0, widthFt: 4, leaves: 1 };
const REFUSED: [string, string, Layout][] = [
  ['a gate past the end of its run', 'gates.0.atFeet', { runs: [wood], gates: [{ ...gate, atFeet: 36.01 }] }],
  [
    'overlapping gates',
    'gates.1.atFeet',
    {
      runs: [wood],
      gates: [
        { ...gate, atFeet: 8 },
        { ...gate, atFeet: 11.99 },
      ],
    },
  ],
  ['a gate wider than its run', 'gates.0.run', { runs: [{ ...wood, feet: 3 }], gates: [gate] }],
  ['gates that don’t fit together', 'gates.1.run', { runs: [{ ...wood, feet: 7 }], gates: [gate, gate] }],
  ['a gate on a missing run', 'gates.0.run', { runs: [wood], gates: [{ ...gate, run: 1 }] }],
  ['a gate on a run before the first', 'gates.0.run', { runs: [wood], gates: [{ ...gate, run: -1 }] }],
  ['a gate at a negative place', 'gates.0.atFeet', { runs: [wood], gates: [{ ...gate, atFeet: -1 }] }],
  ['a gate without width', 'gates.0.widthFt', { runs: [wood], gates: [{ ...gate, widthFt: 0 }] }],
  ['three leaves', 'gates.0.leaves', { runs: [wood], gates: [{ ...gate, leaves: 3 as 2 }] }],
  ...[0, -8, Number.NaN, 8.001, 1e9, Infinity].map((bad): [string, string, Layout] => [
    `${bad} ft`,
    'runs.0.feet',
    { runs: [{ ...wood, feet: bad }], gates: [] },
  ]),
  ...[0, 5.25, 12.5, Number.NaN].map((bad): [string, string, Layout] => [
    `a height of ${bad} ft`,
    'runs.1.heightFt',
    { runs: [wood, { ...wood, heightFt: bad }], gates: [] },
  ]),
  ['one closed run', 'runs.0.closed', { runs: [{ ...wood, closed: true }], gates: [] }],
  ['a closed run before the last', 'runs.0.closed', { runs: [{ ...wood, closed: true }, wood], gates: [] }],
  ['no run', 'runs', { runs: [], gates: [] }],
  ['41 runs', 'runs', { runs: Array.from({ length: 41 }, () => wood), gates: [] }],
  ['101 gates', 'gates', { runs: [{ ...wood, feet: 1000 }], gates: Array.from({ length: 101 }, () => gate) }],
  ['an unknown system', 'runs.0.system', { runs: [{ ...wood, system: 'bamboo' }], gates: [] }],
];

const refusalOf = (layout: Layout): Pick<AppError, 'code' | 'fields'> => {
  try {
    takeOff(layout, DEFAULT_RULES);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the layout was counted');
};

describe('layouts that are refused', () => {
  test.each(REFUSED)('refuses %s', (_what, path, layout) => {
    const { code, fields } = refusalOf(layout);
    expect([code, Object.keys(fields ?? {})]).toEqual(['VALIDATION_FAILED', [path]]);
  });
});

describe('runs that can’t be counted', () => {
  test('counts nothing for a material without a system, and says what to do', () => {
    const { items, warnings, posts } = takeOff({ runs: [{ ...wood, system: null }], gates: [gate] }, DEFAULT_RULES);
    expect(items).toEqual([]);
    expect(sum(Object.values(posts))).toBe(0);
    expect(warnings.map(({ path }) => path)).toEqual(['runs.0.materialId']);
    expect(warnings[0]?.text).toContain('under Pricing');
  });

  test('counts the other runs with their own ends', () => {
    const { posts, byRun } = takeOff({ runs: [wood, { ...wood, system: null }, wood], gates: [] }, DEFAULT_RULES);
    expect(posts).toMatchObject({ end: 4, line: 8, corner: 0 });
    expect(byRun.map(({ run }) => run)).toEqual([0, 2]);
    const ring = [wood, { ...wood, system: null }, { ...wood, closed: true }];
    // what is left of the ring is two runs that meet at one corner
    expect(takeOff({ runs: ring, gates: [] }, DEFAULT_RULES).posts).toMatchObject({ end: 2, corner: 1 });
  });

  test('warns about a height between those of the system, and counts it', () => {
    const { items, warnings } = takeOff({ runs: [{ ...wood, heightFt: 5.5 }], gates: [] }, DEFAULT_RULES);
    expect(warnings.map(({ path }) => path)).toEqual(['runs.0.heightFt']);
    expect(warnings[0]?.text).toContain('5.5 ft');
    expect(items.find(({ key }) => key === 'board.5.5')?.quantity).toBe(92);
  });

  test('doesn’t guess above the tallest height of the system', () => {
    const { items, warnings } = takeOff({ runs: [{ ...wood, heightFt: 9 }], gates: [] }, DEFAULT_RULES);
    expect(items).toEqual([]);
    expect(warnings.map(({ path }) => path)).toEqual(['runs.0.heightFt']);
    expect(warnings[0]?.text).toContain('8 ft');
  });
});

describe('rules', () => {
  const systemOf = (key: string) => {
    const system = DEFAULT_RULES.systems.find((each) => each.key === key);
    if (!system) throw new Error(key);
    return system;
  };
  const problemsOf = (key: string, changes: Record<string, unknown>) =>
    fenceSystemSchema.safeParse(withChanges(systemOf(key), changes)).error?.issues.map(({ path }) => path.join('.'));

  test('names a value that can’t be counted with', () => {
    expect(problemsOf('wood_privacy', { spacingFt: 0 })).toEqual(['spacingFt']);
    expect(problemsOf('wood_privacy', { spacingFt: 7.125 })).toEqual(['spacingFt']);
    expect(problemsOf('wood_privacy', { boardWastePercent: 51 })).toEqual(['boardWastePercent']);
    expect(problemsOf('wood_privacy', { boardWastePercent: -1 })).toEqual(['boardWastePercent']);
    expect(problemsOf('wood_privacy', { hole: { line: { diameterIn: 4 } } })).toEqual(['hole.line.diameterIn']);
    expect(problemsOf('chain_link', { holeDiameterTimesOd: 1 })).toEqual(['holeDiameterTimesOd']);
    expect(problemsOf('wood_privacy', { heightsFt: [6, 9] })).toEqual(['railsByHeight', 'gate.hinges']);
    expect(problemsOf('vinyl_panel_8', { usualHeightFt: 7 })).toEqual(['usualHeightFt']);
    expect(problemsOf('vinyl_panel_8', { boardWastePercent: 5 })).toHaveLength(1);
    expect(problemsOf('split_rail_8', { spacingFt: 10, railStockFt: 11 })).toBeUndefined();
  });

  test('keeps only what differs from the defaults', () => {
    const wooden = systemOf('wood_privacy');
    const changes = { spacingFt: 7.5, board: { gapIn: 0.25 } };
    expect(changesFrom(wooden, withChanges(wooden, changes))).toEqual(changes);
    expect(changesFrom(wooden, wooden)).toEqual({});
  });

  test('shows every number of the systems that were used, with a source', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        const { rules } = takeOff(layout, DEFAULT_RULES);
        const used = new Set(layout.runs.map(({ system }) => system));
        const shown = new Set(
          rules.filter(({ key }) => key.endsWith('.spacingFt')).map(({ key }) => key.split('.')[0]),
        );
        expect(shown).toEqual(used);
        expect(rules.filter(({ source }) => source === '')).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});
