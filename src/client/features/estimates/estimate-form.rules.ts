import { FEET_HINT, GATES_HINT, MAX_GATES } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { parseFeet } from '#shared/primitives/feet.ts';

/** The form as it is typed: texts, so that what is half typed stays what it is. */
export interface EstimateForm {
  perimeter: string;
  gateCount: string;
  materialId: string;
  notes: string;
  terms: string;
}
export type EstimateField = keyof EstimateForm;

/** What can be priced; undefined where the form has a fault. */
export interface EstimateValues {
  perimeter: number;
  gateCount: number;
  materialId: string;
}

export const MAX_NOTES = 4_000;
export const MAX_TERMS = 20_000;

/** The form for a lead: what the homeowner asked for, with the company's terms. */
export const startingForm = (lead: LeadView, pricing: PricingView, terms: string): EstimateForm => ({
  perimeter: lead.perimeter === null ? '' : String(lead.perimeter),
  gateCount: String(lead.gateCount),
  materialId: pricing.materials.some(({ id }) => id === lead.materialId) ? (lead.materialId ?? '') : '',
  notes: lead.notes,
  terms,
});

/** Whole gates as typed; undefined where they are none. An empty field is no gates. */
const parseGates = (text: string): number | undefined => {
  const plain = text.trim();
  if (plain === '') return 0;
  return /^\d{1,3}$/.test(plain) && Number(plain) <= MAX_GATES ? Number(plain) : undefined;
};

const tooLong = (text: string, most: number): string | undefined =>
  text.trim().length > most ? `Use at most ${most.toLocaleString('en-US')} characters` : undefined;

/** Every fault of the form by field, each a sentence that says what to do. The same rules as `estimateSendInput`. */
export const faultsOf = (form: EstimateForm, pricing: PricingView): FieldErrors => {
  const faults: Record<EstimateField, string | undefined> = {
    perimeter: parseFeet(form.perimeter) === undefined ? FEET_HINT : undefined,
    gateCount: parseGates(form.gateCount) === undefined ? GATES_HINT : undefined,
    materialId: pricing.materials.some(({ id }) => id === form.materialId) ? undefined : 'Choose a material',
    notes: tooLong(form.notes, MAX_NOTES),
    terms: tooLong(form.terms, MAX_TERMS),
  };
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};

export const valuesOf = (form: EstimateForm, pricing: PricingView): EstimateValues | undefined => {
  const perimeter = parseFeet(form.perimeter);
  const gateCount = parseGates(form.gateCount);
  const known = pricing.materials.some(({ id }) => id === form.materialId);
  return perimeter === undefined || gateCount === undefined || !known
    ? undefined
    : { perimeter, gateCount, materialId: form.materialId };
};

const FIELDS: readonly EstimateField[] = ['perimeter', 'gateCount', 'materialId', 'notes', 'terms'];

/** A form that was kept through a sign-in, checked; undefined where it is something else. */
export const readKeptForm = (kept: unknown): EstimateForm | undefined =>
  typeof kept === 'object' &&
  kept !== null &&
  FIELDS.every((field) => field in kept && typeof (kept as Record<string, unknown>)[field] === 'string')
    ? (kept as EstimateForm)
    : undefined;
