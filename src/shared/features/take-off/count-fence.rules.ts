import { drawnRuns } from '../drawing/drawn-runs.ts';
import { GATE_FEET } from '../drawing/fence-line.ts';
import { drawingMatches } from '../drawing/measured.ts';
import type { FenceDrawing } from '../drawing/fence-drawing.ts';
import { feetOf, type Fence, type FenceRun } from '../pricing/fence.ts';
import { AppError } from '../../primitives/app-error.ts';
import { formatFeet } from '../../primitives/feet.ts';
import type { Language } from '../../primitives/language.ts';
import type { TakeOffRules } from './default-rules.ts';
import type { SystemKey } from './system-keys.ts';
import { type Layout, type LayoutGate, MAX_RUNS } from './layout.rules.ts';
import { type CountWarning, takeOff, type TakeOff } from './take-off.rules.ts';
import { takeOffWords } from './words/index.ts';

/** A fence as an estimate describes it. */
export interface DescribedFence {
  runs: {
    feet: number;
    /** Undefined if the estimate doesn't state a height. */
    heightFt?: number | undefined;
    system: SystemKey | null;
    join?: 'corner' | 'inline' | 'apart' | undefined;
    closed?: boolean | undefined;
  }[];
  gates: { kind: string; run?: number | undefined; atFeet?: number | undefined }[];
}

/** A gate kind's size. Kinds that aren't listed are counted as walk gates. */
export interface GateSize {
  key: string;
  widthFt: number;
  leaves: 1 | 2;
}
export const BUILT_IN_GATES: readonly GateSize[] = [
  { key: 'walk', widthFt: GATE_FEET['walk'] ?? 4, leaves: 1 },
  { key: 'double', widthFt: GATE_FEET['double'] ?? 10, leaves: 2 },
];

/** Everything that a list is counted from. It's stored with a signature, so that the list stays as it was. */
export interface CountBasis {
  layout: Layout;
  /** Whether only a total length was known. It's counted as one straight run. */
  oneRun: boolean;
  /** The runs whose height wasn't stated. They have their system's usual height. */
  assumedHeights: number[];
  /** The rules of the systems that are used. */
  rules: TakeOffRules;
}

/** Any valid height, for runs that aren't counted. */
const UNCOUNTED_HEIGHT = 6;

/** Returns what a described fence is counted from. `kinds` are the company's gate kinds. */
export const basisOf = (
  { runs, gates }: DescribedFence,
  { rules, kinds, oneRun }: { rules: TakeOffRules; kinds: readonly GateSize[]; oneRun: boolean },
): CountBasis => {
  const used = new Set(runs.map(({ system }) => system));
  const systems = rules.systems.filter(({ key }) => used.has(key));
  const heightOf = (system: SystemKey | null): number =>
    systems.find(({ key }) => key === system)?.usualHeightFt ?? UNCOUNTED_HEIGHT;
  return {
    layout: {
      runs: runs.map((run) => ({ ...run, heightFt: run.heightFt ?? heightOf(run.system) })),
      gates: gates.map(({ kind, ...place }): LayoutGate => ({ ...place, ...sizeOf(kind, kinds) })),
    },
    oneRun,
    assumedHeights: runs.flatMap(({ heightFt, system }, index) =>
      heightFt === undefined && system !== null ? [index] : [],
    ),
    rules: { defaultBagLb: rules.defaultBagLb, systems },
  };
};

const sizeOf = (kind: string, kinds: readonly GateSize[]): Pick<GateSize, 'widthFt' | 'leaves'> => {
  const { widthFt, leaves } = [...kinds, ...BUILT_IN_GATES].find(({ key }) => key === kind) ?? {
    widthFt: 4,
    leaves: 1,
  };
  return { widthFt, leaves };
};

/** Counts a list. A fence that can't be built as described gives an empty list with a warning for each reason. */
export const countFence = (basis: CountBasis, language: Language): TakeOff => {
  const { layout, rules } = basis;
  try {
    const list = takeOff(layout, rules, language);
    return { ...list, warnings: [...assumptions(basis, language), ...list.warnings] };
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const warnings = Object.entries(error.fields).map(([path, text]) => ({ path, text }));
    return { ...takeOff({ runs: [NO_RUN], gates: [] }, { ...rules, systems: [] }, language), warnings };
  }
};

const NO_RUN = { feet: 1, heightFt: UNCOUNTED_HEIGHT, system: null };

const assumptions = ({ layout, oneRun, assumedHeights }: CountBasis, language: Language): CountWarning[] => {
  const words = takeOffWords(language);
  return assumedHeights.map((run) => {
    const height = formatFeet(layout.runs[run]?.heightFt ?? UNCOUNTED_HEIGHT, language);
    const text = oneRun ? words.oneRun({ height }) : words.usualHeight({ run: run + 1, height });
    return { path: `runs.${run}.heightFt`, text };
  });
};

/** A fence that was priced, and what it's counted with. `systemOf` returns a run's system. */
interface PricedFence {
  fence: Pick<Fence, 'plain' | 'runs' | 'gates'>;
  rules: TakeOffRules;
  kinds: readonly GateSize[];
  systemOf: (run: FenceRun) => SystemKey | null;
  drawing: FenceDrawing | null;
}

/** Returns what a priced fence is counted from: its runs, the sides of its drawing, or one straight run. */
export const basisOfFence = ({ fence, rules, kinds, systemOf, drawing }: PricedFence): CountBasis => {
  if (!fence.plain) {
    const runs = fence.runs.map((run) => {
      const { feet, heightFt, join, closed } = run;
      return { feet, heightFt, join, closed, system: systemOf(run) };
    });
    return basisOf({ runs, gates: fence.gates }, { rules, kinds, oneRun: false });
  }
  const [run] = fence.runs;
  const { oneRun, ...described } = fenceOfPlainEstimate({
    perimeter: feetOf(fence),
    gateCount: fence.gates.length,
    system: run ? systemOf(run) : null,
    drawing,
  });
  return basisOf(described, { rules, kinds: BUILT_IN_GATES, oneRun });
};

/**
 * Returns a plain estimate's fence: the sides of its drawing, or one straight run if there's no drawing of this length.
 * `gateCount` gates are counted. Those that weren't drawn are walk gates without a place.
 */
export const fenceOfPlainEstimate = ({
  perimeter,
  gateCount,
  system,
  drawing,
}: {
  perimeter: number;
  gateCount: number;
  system: SystemKey | null;
  drawing: FenceDrawing | null;
}): DescribedFence & { oneRun: boolean } => {
  const sides =
    drawing && drawingMatches(perimeter, drawing) ? drawnRuns(drawing, (kind) => sizeOf(kind, []).widthFt) : null;
  const drawn = sides && sides.runs.length <= MAX_RUNS ? sides : null;
  const gates = (drawn?.gates ?? []).slice(0, gateCount);
  while (gates.length < gateCount) gates.push({ kind: 'walk' });
  return {
    runs: (drawn?.runs ?? [{ feet: perimeter }]).map((run) => ({ ...run, system })),
    gates,
    oneRun: drawn === null,
  };
};
