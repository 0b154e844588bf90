import { FENCE_LIMITS, MAX_GATES } from '#shared/features/pricing/fence-limits.ts';
import type { GateKind } from '#shared/features/pricing/price-book.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';

/** Texts are as typed, so that incomplete input is kept. `key` identifies a row for as long as the form is open. */
export interface RunForm {
  key: string;
  label: string;
  feet: string;
  /** Empty if the usual price per foot applies. */
  heightFt: string;
  materialId: string;
  slope: '' | 'moderate' | 'steep';
  hardDig: boolean;
  join: 'corner' | 'inline' | 'apart';
  /** Whether this run meets the first one. It counts only on the last of several runs. */
  closed: boolean;
}

export interface GateForm {
  key: string;
  kind: string;
  /** The key of the gate's run. Empty if it isn't known. */
  run: string;
  atFeet: string;
}

export interface ItemForm {
  key: string;
  itemId: string;
  /** Empty if the usual quantity applies. */
  quantity: string;
}

export interface LineForm {
  key: string;
  label: string;
  quantity: string;
  price: string;
}

/** Everything about a fence that the three fields of a plain estimate don't say. */
export interface FenceForm {
  /** The height of a fence without runs. Empty if the usual price per foot applies. */
  heightFt: string;
  /** Empty while the length is a single number. The gates are then a number too. */
  runs: RunForm[];
  gates: GateForm[];
  /** Null while these fields aren't shown. */
  removalFeet: string | null;
  corners: string | null;
  ends: string | null;
  items: ItemForm[];
  lines: LineForm[];
  addOns: LineForm[];
}

export const PLAIN_FENCE: FenceForm = {
  heightFt: '',
  runs: [],
  gates: [],
  removalFeet: null,
  corners: null,
  ends: null,
  items: [],
  lines: [],
  addOns: [],
};

/** The lists of rows, and the most rows that each may have. */
export const ROW_LIMITS = {
  runs: FENCE_LIMITS.runs,
  gates: MAX_GATES,
  items: FENCE_LIMITS.items,
  lines: FENCE_LIMITS.lines,
  addOns: FENCE_LIMITS.addOns,
} as const;
export type RowList = keyof typeof ROW_LIMITS;
export type Row<List extends RowList> = FenceForm[List][number];

/** The measures of an option, without its name. */
export interface MeasuresForm extends FenceForm {
  perimeter: string;
  gateCount: string;
  materialId: string;
}

const LISTS = Object.keys(ROW_LIMITS) as RowList[];

/** Returns a key that no row has. */
export const newKey = (fence: FenceForm): string =>
  String(1 + Math.max(0, ...LISTS.flatMap((list) => fence[list].map(({ key }) => Number(key)))));

/** What rows offer to choose from: the company's prices, or those that an estimate was signed at. */
export interface RowPricing {
  materials: readonly { id: string; name: string }[];
  book: Pick<PricingView['book'], 'heights' | 'gateKinds' | 'slope' | 'hardDigPercent'>;
}

/** Returns the heights that the book prices for a material, lowest first. */
export const heightsOf = ({ book }: Pick<RowPricing, 'book'>, materialId: string): number[] =>
  book.heights
    .filter((height) => height.materialId === materialId)
    .map(({ heightFt }) => heightFt)
    .toSorted((a, b) => a - b);

/** Returns the same height if the book prices it for the material, else none. */
const keptHeight = (pricing: Pick<RowPricing, 'book'>, heightFt: string, materialId: string): string =>
  heightsOf(pricing, materialId).some((height) => String(height) === heightFt) ? heightFt : '';

/** Changes a material. A height stays only if it's priced for the new material too. */
export const withMaterial = <F extends { materialId: string; heightFt: string }>(
  fence: F,
  materialId: string,
  pricing: Pick<RowPricing, 'book'>,
): F => ({ ...fence, materialId, heightFt: keptHeight(pricing, fence.heightFt, materialId) });

const emptyRun = (key: string, like: Pick<RunForm, 'materialId' | 'heightFt'>): RunForm => ({
  key,
  label: '',
  feet: '',
  heightFt: like.heightFt,
  materialId: like.materialId,
  slope: '',
  hardDig: false,
  join: 'corner',
  closed: false,
});

/** Turns the three fields of a plain estimate into a run with its gates. A fence with runs stays as it is. */
export const withRuns = <F extends MeasuresForm>(fence: F): F => {
  if (fence.runs.length > 0) return fence;
  const key = newKey(fence);
  const count = /^\d{1,3}$/.test(fence.gateCount.trim()) ? Math.min(Number(fence.gateCount), MAX_GATES) : 0;
  return {
    ...fence,
    runs: [{ ...emptyRun(key, fence), feet: fence.perimeter }],
    gates: Array.from({ length: count }, (_, index) => newGate(String(Number(key) + 1 + index), key)),
  };
};

/** Adds a run like the last one. On a plain fence, the first run is what was measured. */
export const addRun = <F extends MeasuresForm>(fence: F): F => {
  const measured = withRuns(fence);
  const last = measured.runs.at(-1);
  return last ? { ...measured, runs: [...measured.runs, emptyRun(newKey(measured), last)] } : measured;
};

const newGate = (key: string, run: string): GateForm => ({ key, kind: 'walk', run, atFeet: '' });

/** Adds a walk gate on the last run. */
export const addGate = <F extends MeasuresForm>(fence: F): F => {
  const measured = withRuns(fence);
  return { ...measured, gates: [...measured.gates, newGate(newKey(measured), measured.runs.at(-1)?.key ?? '')] };
};

export const addItem = <F extends FenceForm>(fence: F, itemId: string): F => ({
  ...fence,
  items: [...fence.items, { key: newKey(fence), itemId, quantity: '' }],
});

export const addLine = <F extends FenceForm>(fence: F, list: 'lines' | 'addOns', quantity = '1'): F => ({
  ...fence,
  [list]: [...fence[list], { key: newKey(fence), label: '', quantity, price: '' }],
});

/** Changes fields of a row. */
export const withRow = <F extends FenceForm, List extends RowList>(
  fence: F,
  list: List,
  { at, change }: { at: number; change: Partial<Row<List>> },
): F => ({
  ...fence,
  [list]: (fence[list] as Row<List>[]).map((row, index) => (index === at ? { ...row, ...change } : row)),
});

/** Returns a run's name: the typed one, or 'Run 2'. */
export const runName = ({ label }: Pick<RunForm, 'label'>, at: number): string => label.trim() || `Run ${at + 1}`;

/** Adds a copy below the row. A gate's copy has no place of its own, because two gates can't be in one place. */
export const copyRow = <F extends FenceForm>(fence: F, list: RowList, at: number): F => {
  const row = fence[list][at];
  if (!row || fence[list].length >= ROW_LIMITS[list]) return fence;
  const copy = { ...row, key: newKey(fence), ...('atFeet' in row && { atFeet: '' }) };
  return { ...fence, [list]: (fence[list] as Row<RowList>[]).toSpliced(at + 1, 0, copy) };
};

/** Moves a row up (-1) or down (1). */
export const moveRow = <F extends FenceForm>(fence: F, list: RowList, { at, by }: { at: number; by: -1 | 1 }): F => {
  const rows = fence[list] as Row<RowList>[];
  const row = rows[at];
  if (!row || at + by < 0 || at + by >= rows.length) return fence;
  return { ...fence, [list]: rows.toSpliced(at, 1).toSpliced(at + by, 0, row) };
};

/** Whether the three fields of a plain estimate say everything about these runs. */
const isPlain = ({ runs, gates }: FenceForm): boolean => {
  const [run] = runs;
  return (
    runs.length === 1 &&
    run !== undefined &&
    run.label.trim() === '' &&
    run.slope === '' &&
    !run.hardDig &&
    gates.every(({ kind, atFeet }) => kind === 'walk' && atFeet.trim() === '')
  );
};

/** Removes a row. A run's gates go with it. What is left becomes a plain estimate again if it can be one. */
export const removeRow = <F extends MeasuresForm>(fence: F, list: RowList, at: number): F => {
  const row = fence[list][at];
  const left: F = {
    ...fence,
    [list]: (fence[list] as Row<RowList>[]).toSpliced(at, 1),
    ...(list === 'runs' && { gates: fence.gates.filter(({ run }) => run !== row?.key) }),
  };
  const [run] = left.runs;
  if (list !== 'runs' || !run || !isPlain(left)) return left;
  const { feet, materialId, heightFt } = run;
  const gateCount = String(left.gates.length);
  return { ...left, runs: [], gates: [], perimeter: feet, materialId, heightFt, gateCount };
};

/**
 * Puts a removed row back into `now`, which may have changed since. `before` is the fence that still had the row. A
 * plain estimate gets its runs back.
 */
export const putRowBack = <F extends MeasuresForm>(
  now: F,
  before: F,
  { list, at }: { list: RowList; at: number },
): F => {
  const row = before[list][at];
  if (!row || now[list].length >= ROW_LIMITS[list]) return now;
  if (list === 'runs' && now.runs.length === 0) return { ...now, runs: before.runs, gates: before.gates };
  return {
    ...now,
    [list]: (now[list] as Row<RowList>[]).toSpliced(at, 0, row),
    ...(list === 'runs' && {
      gates: [...now.gates, ...before.gates.filter(({ run }) => run === row.key)].slice(0, MAX_GATES),
    }),
  };
};

/** Whether there's a choice of gate kinds: the book has more than the usual two, or prices them apart. */
export const hasGateChoice = (kinds: readonly GateKind[], gates: readonly GateForm[]): boolean =>
  kinds.length > 2 ||
  new Set(kinds.map(({ priceCents }) => priceCents)).size > 1 ||
  kinds.some(({ byMaterial = [] }) => byMaterial.length > 0) ||
  gates.some(({ kind }) => kind !== 'walk');

/**
 * Returns a path with the row's key instead of its index ('runs.2.feet' becomes 'runs.#7.feet'), so that an error stays
 * at its row when rows move.
 */
export const pathWithKey = (path: string, fence: FenceForm | undefined): string =>
  path.replace(/\b(runs|gates|items|lines|addOns)\.(\d+)/, (same, list: RowList, at: string) => {
    const key = fence?.[list][Number(at)]?.key;
    return key === undefined ? same : `${list}.#${key}`;
  });
