import { toTenths } from './fence-line.ts';
import { drawnFeet, type FenceDrawing } from './fence-drawing.ts';

/** One run of fence, in feet with at most two decimals. */
export interface MeasuredRun {
  feet: number;
  heightFt?: number | undefined;
  materialId?: string | undefined;
}

/** How a homeowner measured the fence. `runs` and `gates` are empty if only a drawing or a total was sent. */
export interface Measured {
  drawing: FenceDrawing | null;
  runs: MeasuredRun[];
  gates: { kind: string }[];
}

/** The maximum difference in feet between a total and the sum of its runs. */
const TOLERANCE = 1;
/** The maximum difference for drawings (1%), because other programs may compute lengths on a sphere. */
const DRAWN_TOLERANCE = 0.01;

export const sumOf = (runs: readonly MeasuredRun[]): number =>
  Math.round(runs.reduce((sum, { feet }) => sum + feet, 0) * 100) / 100;

/** Whether the runs add up to the given length. */
export const runsMatch = (perimeter: number, runs: readonly MeasuredRun[]): boolean =>
  Math.abs(sumOf(runs) - perimeter) <= TOLERANCE;

/** Whether a drawing's length matches the given length. */
export const drawingMatches = (perimeter: number, drawing: FenceDrawing): boolean =>
  Math.abs(drawnFeet(drawing) - perimeter) <= Math.max(TOLERANCE, toTenths(perimeter * DRAWN_TOLERANCE));
