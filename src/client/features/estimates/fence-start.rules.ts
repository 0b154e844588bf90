import { drawnRuns } from '#shared/features/drawing/drawn-runs.ts';
import { drawingMatches, type MeasuredRun, runsMatch } from '#shared/features/drawing/measured.ts';
import { GATE_FEET } from '#shared/features/drawing/fence-line.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { FENCE_LIMITS, MAX_GATES } from '#shared/features/pricing/fence-limits.ts';
import type { FenceView } from '#shared/features/pricing/fence.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import {
  type FenceForm,
  type GateForm,
  heightsOf,
  type MeasuresForm,
  PLAIN_FENCE,
  type RowPricing,
  type RunForm,
} from './fence-form.rules.ts';

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));
const dollarsOf = (cents: number): string => (cents / 100).toFixed(2).replace(/\.00$/, '');

/** A counter of row keys. */
const keys = () => {
  let last = 0;
  return () => String((last += 1));
};

interface GivenRun extends MeasuredRun {
  label?: string | undefined;
  slope?: RunForm['slope'] | undefined;
  hardDig?: boolean | undefined;
  join?: RunForm['join'] | undefined;
  closed?: boolean | undefined;
}

interface Given {
  runs: readonly GivenRun[];
  gates: readonly { kind: string; run?: number | undefined; atFeet?: number | undefined }[];
  /** The material of runs that don't name one. */
  materialId: string;
}

/** Returns the rows of runs and gates. Materials and gate kinds that are no longer sold have to be chosen again. */
const rowsOf = (
  { runs, gates, materialId }: Given,
  pricing: RowPricing,
  key: () => string,
): Pick<FenceForm, 'runs' | 'gates'> => {
  const isListed = (id: string) => pricing.materials.some((material) => material.id === id);
  const rows = runs.slice(0, FENCE_LIMITS.runs).map((run): RunForm => {
    const material = run.materialId !== undefined && isListed(run.materialId) ? run.materialId : materialId;
    const chosen = isListed(material) ? material : '';
    return {
      key: key(),
      label: run.label ?? '',
      feet: String(run.feet),
      // Without any heights, the usual price applies. Among others, an unknown height has to be chosen again.
      heightFt: heightsOf(pricing, chosen).length > 0 ? textOf(run.heightFt) : '',
      materialId: chosen,
      slope: run.slope ?? '',
      hardDig: run.hardDig ?? false,
      join: run.join ?? 'corner',
      closed: run.closed ?? false,
    };
  });
  const only = rows.length === 1 ? 0 : undefined;
  return {
    runs: rows,
    gates: gates.slice(0, MAX_GATES).map(({ kind, run = only, atFeet }): GateForm => ({
      key: key(),
      kind: pricing.book.gateKinds.some((known) => known.key === kind) ? kind : '',
      run: (run !== undefined && rows[run]?.key) || '',
      atFeet: textOf(atFeet),
    })),
  };
};

/** Whether a stored fence has anything that the three fields of a plain estimate don't say. */
export const saysMore = ({ plain, removalFeet, items, lines, addOns }: FenceView): boolean =>
  !plain || removalFeet !== undefined || items.length > 0 || lines.length > 0 || addOns.length > 0;

/** Returns the form for a fence that was sent before. `materialId` is for versions that didn't store it. */
export const measuresOfFence = (
  fence: FenceView,
  { pricing, materialId, perimeter }: { pricing: RowPricing; materialId: string; perimeter: number },
): MeasuresForm => {
  const key = keys();
  const rows = fence.plain ? { runs: [], gates: [] } : rowsOf({ ...fence, materialId }, pricing, key);
  const lines = (list: FenceView['lines']) =>
    list.map(({ label, quantity, unitCents }) => ({
      key: key(),
      label,
      quantity: String(quantity),
      price: dollarsOf(unitCents),
    }));
  return {
    ...PLAIN_FENCE,
    ...rows,
    perimeter: String(perimeter),
    gateCount: String(fence.gates.length),
    materialId,
    removalFeet: fence.removalFeet === undefined ? null : String(fence.removalFeet),
    corners: fence.corners === undefined ? null : String(fence.corners),
    ends: fence.ends === undefined ? null : String(fence.ends),
    items: fence.items.map(({ itemId, quantity }) => ({ key: key(), itemId, quantity: textOf(quantity) })),
    lines: lines(fence.lines),
    addOns: lines(fence.addOns),
  };
};

/** The width in feet of a gate that the homeowner drew. */
const widthOf =
  ({ book }: PricingView) =>
  (kind: string): number =>
    book.gateKinds.find(({ key }) => key === kind)?.widthFt ?? GATE_FEET[kind] ?? 4;

const hundredths = (feet: number): number => Math.round(feet * 100);

/** Rounding drawn sides to tenths can change their sum. The longest side takes the difference to the length. */
const addUpTo = <R extends { feet: number }>(perimeter: number, runs: readonly R[]): R[] => {
  const sum = runs.reduce((all, { feet }) => all + hundredths(feet), 0);
  const longest = runs.reduce((best, { feet }, at) => (feet > (runs[best]?.feet ?? 0) ? at : best), 0);
  return runs.map((run, at) =>
    at === longest ? { ...run, feet: (hundredths(run.feet) + hundredths(perimeter) - sum) / 100 } : run,
  );
};

/** Returns what the homeowner measured or drew as runs. Null if a length and a number of gates say it all. */
const measuredRows = (lead: LeadView, pricing: PricingView): Given | null => {
  const { perimeter, measured, drawing } = lead;
  const materialId = lead.materialId ?? '';
  if (perimeter === null) return null;
  const gates = measured?.gates ?? [];
  if (measured && measured.runs.length > 0 && runsMatch(perimeter, measured.runs)) {
    const says = measured.runs.length > 1 || measured.runs[0]?.heightFt !== undefined;
    if (says) return { runs: measured.runs, gates: gates.length > 0 ? gates : walk(lead.gateCount), materialId };
  }
  const drawn = drawing && drawingMatches(perimeter, drawing) ? drawnRuns(drawing, widthOf(pricing)) : null;
  if (drawn && drawn.runs.length > 1 && drawn.runs.length <= FENCE_LIMITS.runs) {
    const missing = Math.max(0, lead.gateCount - drawn.gates.length);
    return {
      runs: addUpTo(perimeter, drawn.runs),
      gates: [...drawn.gates.slice(0, lead.gateCount), ...walk(missing)],
      materialId,
    };
  }
  return gates.some(({ kind }) => kind !== 'walk') ? { runs: [{ feet: perimeter }], gates, materialId } : null;
};

const walk = (count: number): { kind: string }[] => Array.from({ length: count }, () => ({ kind: 'walk' }));

/** Returns the form for a lead's first estimate: what the homeowner measured, drew or asked for. */
export const measuresOfLead = (lead: LeadView, pricing: PricingView, { asRuns }: { asRuns: boolean }): MeasuresForm => {
  const given = asRuns ? measuredRows(lead, pricing) : null;
  const removalFeet = lead.measured?.removalFeet;
  return {
    ...PLAIN_FENCE,
    ...(given && rowsOf(given, pricing, keys())),
    removalFeet: asRuns && removalFeet !== undefined ? String(removalFeet) : null,
    perimeter: lead.perimeter === null ? '' : String(lead.perimeter),
    gateCount: String(lead.gateCount),
    materialId: pricing.materials.some(({ id }) => id === lead.materialId) ? (lead.materialId ?? '') : '',
  };
};
