import type { FieldErrors } from '../../primitives/app-error.ts';
import { cents, type Cents, formatCents, MAX_CENTS } from '../../primitives/cents.ts';
import { hundredthsOfFoot } from '../../primitives/feet.ts';
import { asTyped, type FenceLine, priced } from '../pricing/fence-line.ts';
import { fenceLines } from '../pricing/fence-lines.rules.ts';
import { cornersAndEnds, type Fence, type FreeLine } from '../pricing/fence.ts';
import type { PriceList } from '../pricing/price-book.ts';
import { type DiscountFor, sumFence, type SumRules } from '../pricing/price.rules.ts';
import { changedFence, type FenceChange } from './changed-fence.rules.ts';

/** What a change adds or takes off, in cents. Its lines less the discount plus the tax are its sum. */
export interface ChangePart {
  lines: FenceLine[];
  discountCents: number;
  taxCents: number;
}

export interface ChangePrice {
  /** The whole fence after the change. */
  fence: Fence;
  added: ChangePart;
  removed: ChangePart;
  addedCents: Cents;
  removedCents: Cents;
  /** The added less the removed. */
  netCents: number;
  /** The job's total after the change. */
  totalCents: Cents;
}

/** What a job costs so far: the lines that are agreed, and how they're added up. */
export interface AgreedPrice {
  fence: Fence;
  lines: readonly FenceLine[];
  rules: SumRules;
  discountFor: DiscountFor;
}

const negated = (lines: readonly FenceLine[]): FenceLine[] =>
  lines.map((line) => ({ ...line, totalCents: -line.totalCents }));

/** Lines that are part of the sum itself, so they're made anew for each sum. */
const OF_THE_SUM: readonly FenceLine['kind'][] = ['minimum', 'rounding'];
const own = ({ lines }: ChangePart): FenceLine[] => lines.filter(({ kind }) => !OF_THE_SUM.includes(kind));

/** Returns the lines that are agreed after these changes, in their order. */
export const linesAfter = (
  signed: readonly FenceLine[],
  changes: readonly { added: ChangePart; removed: ChangePart }[],
): FenceLine[] => [...signed, ...changes.flatMap(({ added, removed }) => [...negated(own(removed)), ...own(added)])];

/** A fence with the corners and ends that are paid for, and without the lines that are priced on their own. */
const bare = (fence: Fence): Fence => {
  const found = fence.plain ? { corners: 0, ends: 0 } : cornersAndEnds(fence);
  const { corners = found.corners, ends = found.ends } = fence;
  return { ...fence, plain: false, corners, ends, lines: [], addOns: [] };
};

interface Counted {
  line: FenceLine;
  quantity: number;
  totalCents: number;
}

/** Adds lines of the same thing and unit price up. Shares of a run have no unit price of their own. */
const counted = (lines: readonly FenceLine[]): Map<string, Counted> => {
  const found = new Map<string, Counted>();
  for (const line of lines) {
    const { kind, label, unit, unitCents } = line;
    const key = JSON.stringify([kind, label.en, unit, unit === 'job' ? null : unitCents]);
    const before = found.get(key);
    found.set(key, {
      line,
      quantity: (before?.quantity ?? 0) + hundredthsOfFoot(line.quantity),
      totalCents: (before?.totalCents ?? 0) + line.totalCents,
    });
  }
  return found;
};

/** Returns the lines by which `after` is more than `before`. */
const linesBeyond = (before: readonly FenceLine[], after: readonly FenceLine[]): FenceLine[] => {
  const had = counted(before);
  return [...counted(after)].flatMap(([key, { line, quantity, totalCents }]): FenceLine[] => {
    const was = had.get(key);
    const [pieces, sum] = [quantity - (was?.quantity ?? 0), totalCents - (was?.totalCents ?? 0)];
    if (line.unit === 'job') return sum > 0 ? [{ ...line, quantity: 1, unitCents: sum, totalCents: sum }] : [];
    return pieces > 0 ? [{ ...line, quantity: pieces / 100, totalCents: sum }] : [];
  });
};

const freeLines = (lines: readonly FreeLine[]): FenceLine[] =>
  lines.map(({ label, quantity, unitCents }) =>
    priced({ kind: 'line', label: asTyped(label), quantity, unit: 'each', unitCents }),
  );

/** Returns the errors of the parts that are added, by the fields of the change. */
const faultsOfAdded = ({ added }: FenceChange, fence: Fence, prices: PriceList): FieldErrors => {
  const faults: FieldErrors = {};
  if (added.runs.length > 0) {
    const alone: Fence = { ...bare(fence), runs: added.runs, gates: [], items: [] };
    for (const [path, words] of Object.entries(fenceLines(alone, prices, null).faults)) faults[path] = words;
  }
  for (const [index, { kind }] of added.gates.entries())
    if (!prices.book.gateKinds.some(({ key }) => key === kind)) {
      const known = prices.book.gateKinds.map(({ key }) => key).join(', ');
      faults[`gates.${index}.kind`] = `Your price book has no gate “${kind}”. It has ${known}`;
    }
  return faults;
};

/** Says errors of the whole fence at the fields of the change: an added gate's own, or the runs. */
const renamed = (faults: FieldErrors, { added }: FenceChange, fence: Fence): FieldErrors => {
  const first = fence.gates.length - added.gates.length;
  return Object.fromEntries(
    Object.entries(faults).map(([path, words]) => {
      const gate = /^gates\.(\d+)\.(.*)$/.exec(path);
      const index = Number(gate?.[1]) - first;
      if (gate && index >= 0) return [`gates.${index}.${gate[2] ?? ''}`, words];
      return [added.runs.length > 0 && !gate ? 'runs' : 'removed.runs', words];
    }),
  );
};

const sumOf = (lines: readonly FenceLine[]): number => lines.reduce((sum, { totalCents }) => sum + totalCents, 0);

/**
 * Prices a change of a signed job with the prices that the job was signed at. The change costs the difference between the
 * job's price with and without it, so the minimum, the rounding, the discount in per cent and the tax count in it as they
 * do in the estimate. What is removed is priced first. The errors name the fields of the change.
 */
export const priceChange = (
  agreed: AgreedPrice,
  change: FenceChange,
  prices: PriceList,
): { price: ChangePrice } | { faults: FieldErrors } => {
  const { fence, faults } = changedFence(agreed.fence, change);
  Object.assign(faults, faultsOfAdded(change, agreed.fence, prices));
  if (Object.keys(faults).length > 0) return { faults };
  // The zone is the job's and stays the same.
  const before = fenceLines(bare(agreed.fence), prices, null);
  const after = fenceLines(bare(fence), prices, null);
  if (Object.keys(after.faults).length > 0) return { faults: renamed(after.faults, change, fence) };
  if (Object.keys(before.faults).length > 0) return { faults: before.faults };
  const added = [...linesBeyond(before.lines, after.lines), ...freeLines(change.added.lines)];
  const removed = [...linesBeyond(after.lines, before.lines), ...freeLines(change.removed.lines)];
  if (added.length + removed.length === 0) return { faults: { runs: 'Add or remove something' } };
  return sumUp(agreed, { fence, added, removed });
};

const sumUp = (
  { lines, rules, discountFor }: AgreedPrice,
  { fence, added, removed }: { fence: Fence; added: FenceLine[]; removed: FenceLine[] },
): { price: ChangePrice } | { faults: FieldErrors } => {
  const kept = [...lines, ...negated(removed)];
  const whole = [...kept, ...added];
  if (sumOf(whole) < 0) return { faults: { removed: 'This takes off more than the whole job costs' } };
  const [was, between, now] = [lines, kept, whole].map((part) => sumFence(part, rules, { discountFor }));
  if (!was || !between || !now) throw new Error('three sums of three lists');
  if (now.totalCents > MAX_CENTS)
    return { faults: { runs: `The total would be over ${formatCents(MAX_CENTS)}. Enter fewer feet` } };
  const addedCents = now.totalCents - between.totalCents;
  const removedCents = was.totalCents - between.totalCents;
  return {
    price: {
      fence,
      added: partOf(added, between, now),
      removed: partOf(removed, between, was),
      addedCents: cents(addedCents),
      removedCents: cents(removedCents),
      netCents: addedCents - removedCents,
      totalCents: now.totalCents,
    },
  };
};

type Sum = ReturnType<typeof sumFence>;

/** Returns a part with what it changes in the sum's own lines, the discount and the tax. */
const partOf = (lines: readonly FenceLine[], less: Sum, more: Sum): ChangePart => {
  const ofSum = OF_THE_SUM.flatMap((kind): FenceLine[] => {
    const [line] = [more, less].flatMap((sum) => sum.lines.filter((one) => one.kind === kind));
    const amount = (sum: Sum) => sumOf(sum.lines.filter((one) => one.kind === kind));
    const difference = amount(more) - amount(less);
    return line && difference !== 0 ? [{ ...line, unitCents: difference, totalCents: difference }] : [];
  });
  return {
    lines: [...lines, ...ofSum],
    discountCents: more.discountCents - less.discountCents,
    taxCents: more.taxCents - less.taxCents,
  };
};
