import { invalid } from '../../primitives/app-error.ts';
import { hundredthsOfFoot, isFeet } from '../../primitives/feet.ts';

/** One run of a fence to count, in feet. */
export interface LayoutRun {
  /** The run's length, including its gate openings. */
  feet: number;
  heightFt: number;
  /** The key of the run's fence system. Null if its material isn't linked to one. */
  system: string | null;
  /** How the next run meets this one: at a corner (the default), in line, or not at all. */
  join?: 'corner' | 'inline' | 'apart' | undefined;
  /** Whether the last run of a chain meets the chain's first run. */
  closed?: boolean | undefined;
  /** The open ends that a bracket on a wall holds, instead of a post. */
  wall?: 'start' | 'end' | 'both' | undefined;
}

export interface LayoutGate {
  /** The index of its run. Without it, the gate goes to the run with the most room. */
  run?: number | undefined;
  /** Where the opening begins, in feet from the start of the run. */
  atFeet?: number | undefined;
  widthFt: number;
  leaves: 1 | 2;
}

export interface Layout {
  runs: readonly LayoutRun[];
  gates: readonly LayoutGate[];
}

export const MAX_RUNS = 40;
export const MAX_LAYOUT_GATES = 100;

/** Whether a number is a valid fence height: 1 to 12 feet, in half feet. */
export const isHeight = (feet: number): boolean => feet >= 1 && feet <= 12 && Number.isInteger(feet * 2);

const FEET = 'Enter a length from 0.01 to 100,000 ft, with at most two decimals';
const isOffset = (feet: number): boolean => feet === 0 || isFeet(feet);

/** The run indexes of each chain in order, and whether it's closed. */
export interface RunChain {
  runs: number[];
  closed: boolean;
}

/** Returns the chains of runs that meet. Throws VALIDATION_FAILED if a run is closed where that's impossible. */
export const chainsOf = (runs: readonly Pick<LayoutRun, 'join' | 'closed'>[]): RunChain[] => {
  const chains: RunChain[] = [];
  let chain: number[] = [];
  for (const [index, { join, closed = false }] of runs.entries()) {
    chain.push(index);
    const isLast = join === 'apart' || index === runs.length - 1;
    if (closed && !isLast) throw invalid({ [`runs.${index}.closed`]: 'Only the last run can meet the first one' });
    if (closed && chain.length === 1)
      throw invalid({ [`runs.${index}.closed`]: 'A single run can’t meet itself. Add its other sides as runs' });
    if (!isLast) continue;
    chains.push({ runs: chain, closed });
    chain = [];
  }
  return chains;
};

/** Throws VALIDATION_FAILED with the path of each value that can't be counted. Chains and gate positions are checked elsewhere. */
export const refuseBadLayout = ({ runs, gates }: Layout, systems: ReadonlySet<string>): void => {
  const fields: Record<string, string> = {};
  if (runs.length === 0) fields['runs'] = 'Add a run';
  if (runs.length > MAX_RUNS) fields['runs'] = `Use at most ${MAX_RUNS} runs`;
  if (gates.length > MAX_LAYOUT_GATES) fields['gates'] = `Use at most ${MAX_LAYOUT_GATES} gates`;
  for (const [index, run] of runs.entries()) {
    if (!isFeet(run.feet)) fields[`runs.${index}.feet`] = FEET;
    if (!isHeight(run.heightFt)) fields[`runs.${index}.heightFt`] = 'Enter a height from 1 to 12 ft, in half feet';
    if (run.system !== null && !systems.has(run.system))
      fields[`runs.${index}.system`] = 'Choose one of the fence systems';
  }
  for (const [index, gate] of gates.entries()) {
    if (gate.run !== undefined && !runs[gate.run]) fields[`gates.${index}.run`] = 'Choose one of the runs';
    if (!isFeet(gate.widthFt)) fields[`gates.${index}.widthFt`] = FEET;
    if (gate.leaves !== 1 && gate.leaves !== 2) fields[`gates.${index}.leaves`] = 'Choose one leaf or two';
    if (gate.atFeet !== undefined && !isOffset(gate.atFeet)) fields[`gates.${index}.atFeet`] = FEET;
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
};

export interface PlacedGate {
  run: number;
  /** In hundredths of a foot. */
  at: number;
  width: number;
  leaves: 1 | 2;
}

interface Gap {
  run: number;
  from: number;
  /** The gates without a place that go into this gap. */
  gates: number[];
  free: number;
}

/**
 * Places every gate on its run, in hundredths of a foot. Gates without a place are spread over the largest free part,
 * with whole sections before each. Throws VALIDATION_FAILED for gates that don't fit or that overlap.
 */
export const placeGates = ({ runs, gates }: Layout, spacingOf: (run: number) => number): PlacedGate[] => {
  const width = (gate: number): number => hundredthsOfFoot(gates[gate]?.widthFt ?? 0);
  const placed = new Map<number, PlacedGate>();
  const place = (gate: number, run: number, at: number): void => {
    placed.set(gate, { run, at, width: width(gate), leaves: gates[gate]?.leaves ?? 1 });
  };
  for (const [index, gate] of gates.entries()) {
    const run = gate.run ?? 0;
    const feet = hundredthsOfFoot(runs[run]?.feet ?? 0);
    if (gate.run !== undefined && width(index) > feet)
      throw invalid({ [`gates.${index}.run`]: 'This gate is wider than its run' });
    if (gate.atFeet === undefined) continue;
    const at = hundredthsOfFoot(gate.atFeet);
    if (at + width(index) > feet)
      throw invalid({ [`gates.${index}.atFeet`]: 'This gate goes past the end of its run' });
    for (const other of placed.values())
      if (other.run === run && at < other.at + other.width && other.at < at + width(index))
        throw invalid({ [`gates.${index}.atFeet`]: 'This gate overlaps another one' });
    place(index, run, at);
  }
  const gaps = runs.flatMap((run, index) => gapsOf(index, hundredthsOfFoot(run.feet), [...placed.values()]));
  const floating = gates.flatMap((gate, index) => (gate.atFeet === undefined ? [index] : []));
  for (const gate of floating.toSorted((one, other) => width(other) - width(one))) {
    const wanted = gates[gate]?.run;
    const room = gaps
      .filter(({ run }) => wanted === undefined || run === wanted)
      .reduce<Gap | undefined>((best, gap) => (best && best.free >= gap.free ? best : gap), undefined);
    if (!room || room.free < width(gate))
      throw invalid({
        [`gates.${gate}.run`]: 'This gate doesn’t fit. Make its run longer, or place it on another one',
      });
    room.gates.push(gate);
    room.free -= width(gate);
  }
  for (const { run, from, gates: inGap, free } of gaps) {
    let before = 0;
    for (const [index, gate] of inGap.toSorted((one, other) => one - other).entries()) {
      const share = Math.floor((free * (index + 1)) / (inGap.length + 1));
      place(gate, run, from + before + Math.floor(share / spacingOf(run)) * spacingOf(run));
      before += width(gate);
    }
  }
  return [...placed.values()].toSorted((one, other) => one.run - other.run || one.at - other.at);
};

const gapsOf = (run: number, feet: number, placed: readonly PlacedGate[]): Gap[] => {
  const gaps: Gap[] = [];
  let from = 0;
  const gap = (to: number): void => {
    if (to > from) gaps.push({ run, from, gates: [], free: to - from });
  };
  for (const gate of placed.filter((each) => each.run === run).toSorted((one, other) => one.at - other.at)) {
    gap(gate.at);
    from = gate.at + gate.width;
  }
  gap(feet);
  return gaps;
};
