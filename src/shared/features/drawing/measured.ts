import { drawnFeet, type FenceDrawing } from './fence-drawing.ts';

/** One run of fence, in feet with at most two decimals. */
export interface MeasuredRun {
  feet: number;
  heightFt?: number | undefined;
  materialId?: string | undefined;
}

/**
 * How a homeowner described the fence. `runs` and `gates` are empty if only a drawing or a total was sent. `removalFeet`
 * is the length of an old fence to take away, missing if there's none.
 */
export interface Measured {
  drawing: FenceDrawing | null;
  runs: MeasuredRun[];
  gates: { kind: string }[];
  removalFeet?: number | undefined;
}

/** The maximum difference in feet between a total and the sum of its runs, entered or drawn. */
const TOLERANCE = 1;

const toHundredths = (feet: number): number => Math.round(feet * 100) / 100;

const isSameLength = (one: number, other: number): boolean => toHundredths(Math.abs(one - other)) <= TOLERANCE;

export const sumOf = (runs: readonly MeasuredRun[]): number =>
  toHundredths(runs.reduce((sum, { feet }) => sum + feet, 0));

/** Whether the runs add up to the given length. */
export const runsMatch = (perimeter: number, runs: readonly MeasuredRun[]): boolean =>
  isSameLength(sumOf(runs), perimeter);

/** Whether a drawing's length matches the given length. */
export const drawingMatches = (perimeter: number, drawing: FenceDrawing): boolean =>
  isSameLength(drawnFeet(drawing), perimeter);
