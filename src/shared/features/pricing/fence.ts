import type { MaterialId } from '../../primitives/ids.ts';

/** One straight or bent stretch of the same fence, in decimal feet. */
export interface FenceRun {
  label?: string | undefined;
  feet: number;
  heightFt?: number | undefined;
  materialId: MaterialId;
  slope?: 'moderate' | 'steep' | undefined;
  hardDig?: boolean | undefined;
  /** How the next run meets this one: at a corner (as if missing), in line, or not at all. */
  join?: 'corner' | 'inline' | 'apart' | undefined;
  /** Whether this last run meets the first run of its chain. */
  closed?: boolean | undefined;
}

/** A gate of a kind in the price book. `run` counts from 0. `atFeet` is where its opening begins on that run. */
export interface FenceGate {
  kind: string;
  run?: number | undefined;
  atFeet?: number | undefined;
}

/** Something that the contractor types with its own price. */
export interface FreeLine {
  label: string;
  quantity: number;
  unitCents: number;
}

/** Everything about a job that its price depends on besides the price book. */
export interface Fence {
  /**
   * Whether only a length, a material and a number of gates are known. Such a fence has one run, and errors name those
   * three fields.
   */
  plain: boolean;
  runs: FenceRun[];
  gates: FenceGate[];
  removalFeet?: number | undefined;
  /** If they're missing, corners and ends are counted from the runs' joins. A plain fence has none. */
  corners?: number | undefined;
  ends?: number | undefined;
  /** The book's items by id. Without a quantity, it's the length in feet for an item priced per foot, otherwise 1. */
  items: { itemId: string; quantity?: number | undefined }[];
  lines: FreeLine[];
  addOns: (FreeLine & { id: string })[];
}

/** Returns a fence of which only the length in feet, the material and the number of walk gates are known. */
export const plainFence = ({
  perimeter,
  materialId,
  gateCount,
}: {
  perimeter: number;
  materialId: string;
  gateCount: number;
}): Fence => ({
  plain: true,
  runs: [{ feet: perimeter, materialId: materialId as MaterialId }],
  gates: walkGates(gateCount),
  items: [],
  lines: [],
  addOns: [],
});

/** Returns that many walk gates. Anything but a count from 0 to 1,000 gives a number of gates that no fence may have. */
export const walkGates = (count: number): FenceGate[] =>
  Array.from({ length: Number.isInteger(count) && count >= 0 && count <= 1_000 ? count : 1_000 }, () => ({
    kind: 'walk',
  }));

/** Returns the length of all runs in feet, with two decimals. */
export const feetOf = ({ runs }: Pick<Fence, 'runs'>): number =>
  runs.reduce((sum, { feet }) => sum + Math.round(feet * 100), 0) / 100;

/**
 * Counts a fence's corners and ends from its runs' joins. An open chain of runs has two ends. A closed one has none, and
 * one corner more, unless its last run is joined in line.
 */
export const cornersAndEnds = ({ runs }: Pick<Fence, 'runs'>): { corners: number; ends: number } => {
  let corners = 0;
  let ends = 0;
  for (const [index, { join = 'corner', closed }] of runs.entries()) {
    const isLast = index === runs.length - 1;
    const meetsNext = isLast ? closed === true : join !== 'apart';
    if (!meetsNext) ends += 2;
    else if (join !== 'inline') corners += 1;
  }
  return { corners, ends };
};
