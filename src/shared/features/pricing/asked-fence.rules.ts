import type { FieldErrors } from '../../primitives/app-error.ts';
import { formatFeet } from '../../primitives/feet.ts';
import type { MaterialId } from '../../primitives/ids.ts';
import { toLines } from '../drawing/fence-drawing.ts';
import type { Measured } from '../drawing/measured.ts';
import { heightsInWords } from './heights-in-words.ts';
import { type Fence, plainFence } from './fence.ts';
import { type PriceBook, type PriceList, WALK } from './price-book.ts';

/** What a homeowner asked for. The length is in feet. */
export interface Asked {
  perimeter: number;
  /** The material of every run that doesn't name its own. */
  materialId: string;
  gateCount: number;
  /** Null if the homeowner gave only a length and a number of gates. */
  measured: Measured | null;
}

const heightsOf = ({ heights }: PriceBook, materialId: string): number[] =>
  heights.filter((height) => height.materialId === materialId).map(({ heightFt }) => heightFt);

const cornersPriced = ({ corners: { cornerCents, endCents } }: PriceBook): boolean => cornerCents > 0 || endCents > 0;

/** Counts a drawing's corners and the ends of its lines. */
const drawnCorners = ({ drawing }: Measured): Pick<Fence, 'corners' | 'ends'> => {
  if (!drawing) return {};
  const lines = toLines(drawing);
  return {
    corners: lines.reduce((sum, { points, closed }) => sum + points.length - (closed ? 0 : 2), 0),
    ends: lines.filter(({ closed }) => !closed).length * 2,
  };
};

/**
 * Returns the fence that a homeowner asked for. It's a plain one unless the homeowner named something that the price
 * book can price otherwise: a height, a run's material, a kind of gate, or corners. A height of a material without
 * prices by height changes nothing.
 */
export const askedFence = ({ perimeter, materialId, gateCount, measured }: Asked, book: PriceBook): Fence => {
  const plain = plainFence({ perimeter, materialId, gateCount });
  if (!measured) return plain;
  const { runs, gates, removalFeet } = measured;
  const removal = removalFeet === undefined ? {} : { removalFeet };
  const named = runs.map(({ feet, heightFt, materialId: own = materialId }) => ({
    feet,
    materialId: own as MaterialId,
    ...(heightFt !== undefined && heightsOf(book, own).length > 0 && { heightFt }),
  }));
  const ownRuns = named.some((run) => run.heightFt !== undefined || run.materialId !== materialId);
  const asRuns = named.length > 0 && (ownRuns || cornersPriced(book));
  const asKinds = gates.some(({ kind }) => kind !== WALK);
  if (!asRuns && !asKinds) return { ...plain, ...removal };
  return {
    ...plain,
    ...removal,
    plain: false,
    ...(asRuns && { runs: named }),
    ...(asRuns && !ownRuns && drawnCorners(measured)),
    ...(asKinds && { gates: gates.map(({ kind }) => ({ kind })) }),
  };
};

/** The words of `askedFaults`. */
export interface AskedFaultWords {
  noMaterial: string;
  noHeight: (values: { material: string; height: string; heights: string }) => string;
  noGate: (values: { gates: string }) => string;
}

/**
 * Returns an error for each run and gate of a request that names a material, a height or a kind that the company
 * doesn't offer, by path. A height is accepted if its material has no prices by height.
 */
export const askedFaults = (
  { runs, gates }: Pick<Measured, 'runs' | 'gates'>,
  { materialId, prices, say }: { materialId: string; prices: PriceList; say: AskedFaultWords },
): FieldErrors => {
  const faults: FieldErrors = {};
  for (const [index, { heightFt, materialId: own = materialId }] of runs.entries()) {
    const material = prices.materials.find(({ id }) => id === own);
    const heights = heightsOf(prices.book, own);
    if (!material) faults[`runs.${index}.materialId`] = say.noMaterial;
    else if (heightFt !== undefined && heights.length > 0 && !heights.includes(heightFt))
      faults[`runs.${index}.heightFt`] = say.noHeight({
        material: material.name,
        height: formatFeet(heightFt),
        heights: heightsInWords(heights),
      });
  }
  const { gateKinds } = prices.book;
  for (const [index, { kind }] of gates.entries())
    if (!gateKinds.some(({ key }) => key === kind))
      faults[`gates.${index}.kind`] = say.noGate({ gates: gateKinds.map(({ key }) => key).join(', ') });
  return faults;
};
