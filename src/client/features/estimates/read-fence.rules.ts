import {
  AT_HINT,
  COUNT_HINT,
  FEET_HINT,
  FENCE_LIMITS,
  GATES_HINT,
  MAX_GATES,
  MAX_UNIT_CENTS,
  QUANTITY_HINT,
  UNIT_PRICE_HINT,
} from '#shared/features/pricing/fence-limits.ts';
import type { FenceInput } from '#shared/features/pricing/fence.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { parseDollars } from '#shared/primitives/cents.ts';
import { type Feet, parseFeet } from '#shared/primitives/feet.ts';
import type { MaterialId } from '#shared/primitives/ids.ts';
import type { GateForm, LineForm, MeasuresForm, RunForm } from './fence-form.rules.ts';

/** Parses a whole number from 0 to `most`. */
const parseCount = (text: string, most: number): number | undefined => {
  const plain = text.trim();
  return /^\d{1,4}$/.test(plain) && Number(plain) <= most ? Number(plain) : undefined;
};

const parseZeroOrFeet = (text: string): Feet | 0 | undefined => (/^\s*0(\.0+)?\s*$/.test(text) ? 0 : parseFeet(text));

const parsePrice = (text: string): number | undefined => {
  const cents = parseDollars(text);
  return cents !== undefined && cents >= 0 && cents <= MAX_UNIT_CENTS ? cents : undefined;
};

/** Reads typed texts, and notes what is wrong with them by path. */
class Reader {
  readonly faults: FieldErrors = {};

  need<T>(path: string, value: T | undefined, hint: string): T {
    if (value === undefined) this.faults[path] = hint;
    // The value isn't used if there's a fault.
    return value as T;
  }

  /** Reads a field that may be empty. */
  may<T>(
    path: string,
    text: string,
    { parse, hint }: { parse: (text: string) => T | undefined; hint: string },
  ): T | undefined {
    return text.trim() === '' ? undefined : this.need(path, parse(text), hint);
  }

  label(path: string, text: string, hint: string): string {
    const label = text.trim();
    if (label.length > FENCE_LIMITS.label) this.faults[path] = `Use at most ${FENCE_LIMITS.label} characters`;
    return this.need(path, label === '' ? undefined : label, hint);
  }
}

const readRun = (
  run: RunForm,
  path: string,
  { reader, isLast, isOnly }: { reader: Reader; isLast: boolean; isOnly: boolean },
) => {
  const label = run.label.trim();
  return {
    ...(label !== '' && { label: reader.label(`${path}.label`, label, '') }),
    feet: reader.need(`${path}.feet`, parseFeet(run.feet), FEET_HINT),
    ...(run.heightFt !== '' && { heightFt: Number(run.heightFt) }),
    materialId: reader.need(`${path}.materialId`, run.materialId || undefined, 'Choose a material') as MaterialId,
    ...(run.slope !== '' && { slope: run.slope }),
    ...(run.hardDig && { hardDig: true }),
    ...(run.join !== 'corner' && !isLast && { join: run.join }),
    ...(run.closed && isLast && !isOnly && { closed: true }),
  };
};

const readGate = (gate: GateForm, path: string, { reader, runs }: { reader: Reader; runs: readonly RunForm[] }) => {
  const run = runs.findIndex(({ key }) => key === gate.run);
  const atFeet = reader.may(`${path}.atFeet`, gate.atFeet, { parse: parseZeroOrFeet, hint: AT_HINT });
  return {
    kind: reader.need(`${path}.kind`, gate.kind || undefined, 'Choose a kind of gate'),
    ...(run >= 0 && { run }),
    ...(atFeet !== undefined && { atFeet }),
  };
};

const readLine = (line: LineForm, path: string, reader: Reader) => ({
  label: reader.label(`${path}.label`, line.label, 'Enter what this is for, such as Haul away brush'),
  quantity: reader.need(`${path}.quantity`, parseFeet(line.quantity), QUANTITY_HINT),
  unitCents: reader.need(`${path}.unitCents`, parsePrice(line.price), UNIT_PRICE_HINT),
});

/** What every fence may have, as it's sent: only what was entered. */
const readExtras = (
  form: MeasuresForm,
  reader: Reader,
): Pick<FenceInput, 'removalFeet' | 'corners' | 'ends' | 'items' | 'lines' | 'addOns'> => {
  const count = (text: string) => parseCount(text, FENCE_LIMITS.corners);
  const { items, lines, addOns } = form;
  const removalFeet = reader.may('removalFeet', form.removalFeet ?? '', { parse: parseZeroOrFeet, hint: FEET_HINT });
  const corners = reader.may('corners', form.corners ?? '', { parse: count, hint: COUNT_HINT });
  const ends = reader.may('ends', form.ends ?? '', { parse: count, hint: COUNT_HINT });
  return {
    ...(removalFeet !== undefined && { removalFeet }),
    ...(corners !== undefined && { corners }),
    ...(ends !== undefined && { ends }),
    ...(items.length > 0 && {
      items: items.map(({ itemId, quantity }, at) => {
        const read = reader.may(`items.${at}.quantity`, quantity, { parse: parseZeroOrFeet, hint: QUANTITY_HINT });
        return { itemId, ...(read !== undefined && { quantity: read }) };
      }),
    }),
    ...(lines.length > 0 && { lines: lines.map((line, at) => readLine(line, `lines.${at}`, reader)) }),
    ...(addOns.length > 0 && { addOns: addOns.map((line, at) => readLine(line, `addOns.${at}`, reader)) }),
  };
};

/**
 * Reads an option's measures as the server expects them. `faults` has what is wrong with the typed texts by the path of
 * the field; without any, `input` is complete.
 */
export const readFence = (form: MeasuresForm): { input: FenceInput; faults: FieldErrors } => {
  const reader = new Reader();
  const { runs, gates, heightFt } = form;
  if (runs.length > 0) {
    const input: FenceInput = {
      runs: runs.map((run, at) =>
        readRun(run, `runs.${at}`, { reader, isLast: at === runs.length - 1, isOnly: runs.length === 1 }),
      ),
      gates: gates.map((gate, at) => readGate(gate, `gates.${at}`, { reader, runs })),
      ...readExtras(form, reader),
    };
    return { input, faults: reader.faults };
  }
  const perimeter = reader.need('perimeter', parseFeet(form.perimeter), FEET_HINT);
  const empty = form.gateCount.trim() === '';
  const gateCount = empty ? 0 : reader.need('gateCount', parseCount(form.gateCount, MAX_GATES), GATES_HINT);
  const materialId = reader.need('materialId', form.materialId || undefined, 'Choose a material') as MaterialId;
  const extras = readExtras(form, reader);
  const input: FenceInput =
    heightFt === ''
      ? { perimeter, gateCount, materialId, ...extras }
      : { runs: [{ feet: perimeter, heightFt: Number(heightFt), materialId }], gateCount, ...extras };
  return { input, faults: reader.faults };
};

/** Maps the paths of a fence's errors to the fields on the screen, which has no rows for a plain estimate. */
export const pathOnScreen = (path: string, { runs }: Pick<MeasuresForm, 'runs'>): string =>
  runs.length > 0
    ? path
    : path
        .replace(/^runs\.0\.(heightFt|materialId)$/, '$1')
        .replace(/^runs(\.0\.feet)?$/, 'perimeter')
        .replace(/^gates(\.\d+\.\w+)?$/, 'gateCount');
