import type { FieldErrors } from '../../primitives/app-error.ts';
import { formatFeet, hundredthsOfFoot } from '../../primitives/feet.ts';
import { cornersAndEnds, type Fence, type FenceGate, type FenceRun, type FreeLine } from '../pricing/fence.ts';

/** Feet that come or go. `run` counts the job's runs from 0. Without it, the run is found by its kind. */
export type ChangedRun = FenceRun & { run?: number | undefined };

/** A part of a fence that comes or goes, in the forms of an estimate. */
export interface FencePart {
  runs: ChangedRun[];
  gates: FenceGate[];
  lines: FreeLine[];
}

/** What a change adds to a signed fence, and what it takes off. */
export interface FenceChange {
  added: FencePart;
  removed: FencePart;
}

/** A run while a change is applied. `feet` may be 0 until the end. */
type OpenRun = FenceRun & { feet: number };

const isSameFence = (a: FenceRun, b: FenceRun): boolean =>
  a.materialId === b.materialId &&
  a.heightFt === b.heightFt &&
  a.slope === b.slope &&
  (a.hardDig === true) === (b.hardDig === true);

/** Whether a run is of the kind that is taken off. What isn't named may be anything. */
const isAsked = (run: FenceRun, asked: FenceRun): boolean =>
  run.materialId === asked.materialId &&
  (asked.heightFt === undefined || run.heightFt === asked.heightFt) &&
  (asked.slope === undefined || run.slope === asked.slope) &&
  (asked.hardDig === undefined || (run.hardDig === true) === asked.hardDig) &&
  (asked.label === undefined || run.label === asked.label);

const less = (feet: number, taken: number): number => (hundredthsOfFoot(feet) - hundredthsOfFoot(taken)) / 100;
const more = (feet: number, added: number): number => (hundredthsOfFoot(feet) + hundredthsOfFoot(added)) / 100;

const takeRuns = (runs: OpenRun[], asked: readonly ChangedRun[], faults: FieldErrors): void => {
  for (const [index, part] of asked.entries()) {
    const there = runs.filter(
      (run, at) => run.feet > 0 && isAsked(run, part) && (part.run === undefined || part.run === at),
    );
    const sum = there.reduce((feet, run) => more(feet, run.feet), 0);
    if (sum < part.feet) {
      faults[`removed.runs.${index}.feet`] =
        sum === 0 ? 'The job has no such fence' : `The job has ${formatFeet(sum)} of this fence. Enter that or less`;
      continue;
    }
    let left = part.feet;
    // A run of just this length goes as a whole. Otherwise, the last ones get shorter.
    const exact = there.find(({ feet }) => feet === part.feet);
    for (const run of exact ? [exact] : there.toReversed()) {
      const taken = Math.min(left, run.feet);
      run.feet = less(run.feet, taken);
      left = less(left, taken);
    }
  }
};

/** Takes gates off, and returns the places that they leave. */
const takeGates = (gates: FenceGate[], asked: readonly FenceGate[], faults: FieldErrors): (number | undefined)[] =>
  asked.flatMap(({ kind, run, atFeet }, index) => {
    const at = gates.findLastIndex(
      (gate) =>
        gate.kind === kind &&
        (run === undefined || gate.run === run) &&
        (atFeet === undefined || gate.atFeet === atFeet),
    );
    if (at < 0) {
      faults[`removed.gates.${index}.kind`] = 'The job has no such gate left';
      return [];
    }
    return gates.splice(at, 1).map((gate) => gate.run);
  });

/** Takes free lines of the same name and price off. Any other line is a credit of its own. */
const takeLines = (lines: FreeLine[], asked: readonly FreeLine[]): void => {
  for (const { label, quantity, unitCents } of asked) {
    const at = lines.findLastIndex(
      (line) =>
        line.label.toLowerCase() === label.toLowerCase() && line.unitCents === unitCents && line.quantity >= quantity,
    );
    const line = lines[at];
    if (!line) continue;
    if (line.quantity === quantity) lines.splice(at, 1);
    else lines[at] = { ...line, quantity: less(line.quantity, quantity) };
  }
};

/** Adds runs, and returns where each one is now. More of the same fence makes its run longer. */
const addRuns = (runs: OpenRun[], asked: readonly ChangedRun[]): OpenRun[] => {
  const before = [...runs];
  return asked.map(({ run: at, ...part }) => {
    const isSame = (run: OpenRun) => isSameFence(run, part) && (part.label === undefined || run.label === part.label);
    const same = part.closed === true ? undefined : before.find((run, index) => isSame(run) && (at ?? index) === index);
    if (same) {
      same.feet = more(same.feet, part.feet);
      return same;
    }
    const { closed: _closed, ...run } = part;
    const added: OpenRun = { ...run };
    // A chain that is closed stays closed, so what is new stands apart from it.
    if (runs.at(-1)?.closed === true) runs.unshift(Object.assign(added, { join: 'apart' as const }));
    else runs.push(added);
    return added;
  });
};

const withoutEmpty = (runs: readonly OpenRun[]): FenceRun[] => {
  const left = runs.filter(({ feet }) => feet > 0);
  return left.map(({ closed, ...run }, index) =>
    closed === true && index === left.length - 1 && left.length > 1 ? { ...run, closed } : run,
  );
};

/**
 * Applies a change to a fence: what goes comes off first, then what is new is added. More of a run's own fence makes that
 * run longer, and any other run is a new one. A gate's `run` counts the fence's runs from 0, and then the added ones.
 * Without it, a gate takes the place of one that goes. The corners and ends that are paid for stay as they are. The
 * errors name the fields of the change.
 */
export const changedFence = (fence: Fence, { added, removed }: FenceChange): { fence: Fence; faults: FieldErrors } => {
  const faults: FieldErrors = {};
  const runs: OpenRun[] = fence.runs.map((run) => ({ ...run }));
  const before = [...runs];
  const gates = fence.gates.map((gate) => ({ ...gate }));
  const lines = [...fence.lines];
  takeRuns(runs, removed.runs, faults);
  const places = takeGates(gates, removed.gates, faults);
  takeLines(lines, removed.lines);
  const countable = [...before, ...addRuns(runs, added.runs)];
  for (const [index, gate] of added.gates.entries()) {
    const run = gate.run ?? places.shift();
    if (run !== undefined && countable[run] === undefined)
      faults[`gates.${index}.run`] = `Choose a run from 0 to ${countable.length - 1}`;
    gates.push({ ...gate, run });
  }
  const after = withoutEmpty(runs);
  // Where a gate's run went: to another number, or away.
  const left = runs.filter(({ feet }) => feet > 0);
  const placed = gates.map(({ run, atFeet, kind }): FenceGate => {
    const at = run === undefined ? -1 : left.findIndex((one) => one === countable[run]);
    if (at < 0) return { kind };
    return { kind, run: at, ...(atFeet !== undefined && { atFeet }) };
  });
  if (after.length === 0) faults['removed.runs'] = 'Leave some fence. To call the whole job off, mark the lead as lost';
  const paid = fence.plain ? { corners: 0, ends: 0 } : cornersAndEnds(fence);
  return {
    fence: {
      ...fence,
      plain: false,
      runs: after,
      gates: placed,
      corners: fence.corners ?? paid.corners,
      ends: fence.ends ?? paid.ends,
      lines: [...lines, ...added.lines],
    },
    faults,
  };
};
