import type { Point } from '#shared/features/drawing/earth.ts';
import {
  type FenceLine,
  GATE_KINDS,
  lengthOf,
  nearestOn,
  nextCorner,
  squared,
  totalOf,
  withSide,
} from '#shared/features/drawing/fence-line.ts';

/** The server's limits (`fence-drawing.schema.ts`). */
const MOST = { runs: 20, points: 200, gates: 100 };

const EMPTY: FenceLine = { points: [], closed: false, gates: [] };

/** The fence being drawn, in feet on a flat map. Every change can be undone. */
export interface FenceModel {
  lines(): readonly FenceLine[];
  /** The index of the run that gets the next corner. */
  current(): number;
  total(): number;
  gateCount(): number;
  canUndo(): boolean;
  undo(): void;
  /** Whether a corner that is nearly a right angle snaps to one. */
  square: boolean;
  addCorner(point: Point): void;
  /** Adds a side of this length to the current run after a turn: right (1), left (-1) or none (0). */
  addSide(feet: number, turn: -1 | 0 | 1): void;
  /** If `keep` is false, the move is undone together with the previous change, such as the first move of a drag. */
  moveCorner(run: number, corner: number, point: Point, keep?: boolean): void;
  removeCorner(run: number, corner: number): void;
  setSide(run: number, side: number, feet: number): void;
  close(): void;
  canClose(): boolean;
  startRun(): void;
  removeRun(run: number): void;
  /** Adds a gate to the nearest run within `reach` feet. Returns whether there was such a run. */
  addGate(point: Point, reach: number): boolean;
  /** Adds a gate in the middle of the run's longest stretch without a gate. */
  addGateTo(run: number): void;
  moveGate(run: number, gate: number, atFeet: number, keep?: boolean): void;
  setGateKind(run: number, gate: number, kind: string): void;
  removeGate(run: number, gate: number): void;
}

interface State {
  lines: readonly FenceLine[];
  current: number;
}

/** Moves gates so that they stay on the run when the run gets shorter. */
const withGatesOn = (line: FenceLine): FenceLine => {
  const feet = lengthOf(line);
  const gates = feet === 0 ? [] : line.gates.map((gate) => ({ ...gate, atFeet: Math.min(gate.atFeet, feet) }));
  return { ...line, gates };
};

/** Like `toSorted`, which Safari before 16 lacks. */
const sorted = <Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Item[] =>
  // oxlint-disable-next-line unicorn/no-array-sort
  [...items].sort(compare);

/** Returns the middle of the run's longest stretch without a gate. */
const freePlace = (line: FenceLine): number => {
  const at = sorted([0, ...line.gates.map(({ atFeet }) => atFeet), lengthOf(line)], (a, b) => a - b);
  const gaps = at.slice(1).map((to, index) => ({ from: at[index] ?? 0, to }));
  const widest = sorted(gaps, (a, b) => b.to - b.from - (a.to - a.from))[0] ?? { from: 0, to: 0 };
  return (widest.from + widest.to) / 2;
};

/** Creates a fence model that begins with `start` and calls `changed` after every change. */
export const fenceModel = (start: readonly FenceLine[], changed: () => void): FenceModel => {
  let state: State = { lines: start.length > 0 ? start : [EMPTY], current: Math.max(0, start.length - 1) };
  const past: State[] = [];
  const become = (next: State, keep = true) => {
    if (keep) past.push(state);
    state = next;
    changed();
  };
  const line = (run: number): FenceLine => state.lines[run] ?? EMPTY;
  const replace = (run: number, change: Partial<FenceLine>, keep = true) => {
    const lines = state.lines.map((each, index) => (index === run ? withGatesOn({ ...each, ...change }) : each));
    become({ ...state, lines }, keep);
  };
  const points = () => state.lines.reduce((sum, each) => sum + each.points.length, 0);
  const gateCount = () => state.lines.reduce((sum, { gates }) => sum + gates.length, 0);
  const setGates = (run: number, gates: FenceLine['gates'], keep = true) => replace(run, { gates }, keep);
  const append = (point: Point) => {
    if (points() >= MOST.points) return;
    // A closed run is complete, so the next corner starts another run.
    if (line(state.current).closed) model.startRun();
    const { points: before } = line(state.current);
    const last = before[before.length - 1];
    const corner = last && model.square ? squared(before[before.length - 2], last, point) : point;
    replace(state.current, { points: [...before, corner] });
  };

  const model: FenceModel = {
    lines: () => state.lines,
    current: () => state.current,
    total: () => totalOf(state.lines),
    gateCount,
    canUndo: () => past.length > 0,
    undo: () => {
      const before = past.pop();
      if (before) become(before, false);
    },
    square: true,
    addCorner: append,
    addSide: (feet, turn) => {
      if (line(state.current).closed) model.startRun();
      const { points: before } = line(state.current);
      const from: readonly Point[] = before.length > 0 ? before : [[0, -20 * state.current]];
      if (points() + 2 > MOST.points) return;
      replace(state.current, { points: [...from, nextCorner(from, feet, turn)] });
    },
    moveCorner: (run, corner, point, keep = true) => {
      const before = line(run).points;
      const [turn, last] = [before[corner - 2], before[corner - 1]];
      const to = last && model.square ? squared(turn, last, point) : point;
      replace(run, { points: before.map((each, index) => (index === corner ? to : each)) }, keep);
    },
    removeCorner: (run, corner) => {
      const left = line(run).points.filter((_, index) => index !== corner);
      replace(run, { points: left, closed: line(run).closed && left.length > 2 });
    },
    setSide: (run, side, feet) => replace(run, { points: withSide(line(run).points, side, feet) }),
    canClose: () => !line(state.current).closed && line(state.current).points.length > 2,
    close: () => model.canClose() && replace(state.current, { closed: true }),
    startRun: () => {
      if (line(state.current).points.length === 0 || state.lines.length >= MOST.runs) return;
      become({ lines: [...state.lines, EMPTY], current: state.lines.length });
    },
    removeRun: (run) => {
      const lines = state.lines.filter((_, index) => index !== run);
      become({ lines: lines.length > 0 ? lines : [EMPTY], current: Math.max(0, lines.length - 1) });
    },
    addGate: (point, reach) => {
      const all = state.lines.map((each, run) => ({ run, ...nearestOn(each, point) }));
      const near = sorted(all, (a, b) => a.away - b.away)[0];
      if (!near || near.away > reach || gateCount() >= MOST.gates) return false;
      setGates(near.run, [...line(near.run).gates, { atFeet: near.atFeet, kind: GATE_KINDS[0] }]);
      return true;
    },
    addGateTo: (run) => {
      if (lengthOf(line(run)) === 0 || gateCount() >= MOST.gates) return;
      setGates(run, [...line(run).gates, { atFeet: freePlace(line(run)), kind: GATE_KINDS[0] }]);
    },
    moveGate: (run, gate, atFeet, keep = true) =>
      setGates(
        run,
        line(run).gates.map((each, index) => (index === gate ? { ...each, atFeet } : each)),
        keep,
      ),
    setGateKind: (run, gate, kind) =>
      setGates(
        run,
        line(run).gates.map((each, index) => (index === gate ? { ...each, kind } : each)),
      ),
    removeGate: (run, gate) =>
      setGates(
        run,
        line(run).gates.filter((_, index) => index !== gate),
      ),
  };
  return model;
};
