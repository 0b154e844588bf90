import { type FenceDrawing, toLines } from './fence-drawing.ts';
import { type FenceLine, type LineGate, sidesOf, toTenths } from './fence-line.ts';

/** A drawn side as a run, in feet with one decimal. `join` says how the next side meets it. */
export interface DrawnRun {
  feet: number;
  join: 'corner' | 'inline' | 'apart';
  /** Whether this last side meets the first one of its line. */
  closed?: true;
}

/** A drawn gate. `run` counts from 0, and `atFeet` is where its opening begins. Without them, it has no place. */
export interface DrawnGate {
  kind: string;
  run?: number;
  atFeet?: number;
}

export interface DrawnRuns {
  runs: DrawnRun[];
  gates: DrawnGate[];
}

/** Two sides that turn by less than this (12 degrees) meet in line. */
const STRAIGHT = (12 * Math.PI) / 180;

/** Returns a drawing's sides as runs, or null if it has none. `widthOf` returns a gate kind's width in feet. */
export const drawnRuns = (drawing: FenceDrawing, widthOf: (kind: string) => number): DrawnRuns | null => {
  const fence: DrawnRuns = { runs: [], gates: [] };
  for (const line of toLines(drawing)) {
    const first = fence.runs.length;
    const sides = sidesOf(line).map((feet, index) => ({ feet: toTenths(feet), heading: headingOf(line, index) }));
    const kept = sides.filter(({ feet }) => feet > 0);
    const isClosed = line.closed && kept.length > 1;
    for (const [index, { feet, heading }] of kept.entries()) {
      const isLast = index === kept.length - 1;
      const next = kept[(index + 1) % kept.length]?.heading ?? heading;
      const turn = Math.abs(Math.atan2(Math.sin(next - heading), Math.cos(next - heading)));
      const join = isLast ? 'apart' : turn < STRAIGHT ? 'inline' : 'corner';
      fence.runs.push({ feet, join, ...(isLast && isClosed && { closed: true }) });
    }
    const lengths = kept.map(({ feet }) => feet);
    for (const gate of line.gates) fence.gates.push(placeGate(gate, { lengths, first, fence, widthOf }));
  }
  return fence.runs.length > 0 ? fence : null;
};

const headingOf = ({ points }: Pick<FenceLine, 'points'>, side: number): number => {
  const from = points[side] ?? [0, 0];
  const to = points[(side + 1) % points.length] ?? from;
  return Math.atan2(to[1] - from[1], to[0] - from[0]);
};

/** Returns a gate with the start of its opening on its side, or without a place if it doesn't fit there. */
const placeGate = (
  { atFeet, kind }: LineGate,
  {
    lengths,
    first,
    fence,
    widthOf,
  }: { lengths: readonly number[]; first: number; fence: DrawnRuns; widthOf: (kind: string) => number },
): DrawnGate => {
  const widthFt = widthOf(kind);
  let before = 0;
  for (const [index, length] of lengths.entries()) {
    if (atFeet > before + length && index < lengths.length - 1) {
      before += length;
      continue;
    }
    const run = first + index;
    const start = Math.max(0, Math.min(atFeet - before - widthFt / 2, length - widthFt));
    const at = Math.round(start * 100) / 100;
    const isTaken = fence.gates.some(
      (other) =>
        other.run === run &&
        other.atFeet !== undefined &&
        at < other.atFeet + widthOf(other.kind) &&
        other.atFeet < at + widthFt,
    );
    if (length < widthFt || isTaken) break;
    return { kind, run, atFeet: at };
  }
  return { kind };
};
