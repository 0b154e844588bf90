import {
  type EstimateListItem,
  MAX_NOTES,
  MAX_OPTIONS,
  MAX_TERMS,
} from '#shared/features/estimates/estimates.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import {
  type OfferForm,
  offerErrorsOnScreen,
  offerFormFaults,
  offerFormOf,
  readKeptOffer,
} from './offer-form.rules.ts';
import {
  HALF_AND_QUARTERS,
  type PlanForm,
  planFormOf,
  readKeptPlan,
  typedFaults,
} from '../payments/plan-form.rules.ts';
import type { FenceInput } from '#shared/features/pricing/fence.schema.ts';
import {
  labelsOf,
  optionFaults,
  type OptionForm,
  optionPath,
  optionsOfVersion,
  type PricedWith,
  valuesOf,
} from './estimate-options.rules.ts';
import { PLAIN_FENCE, pathWithKey, ROW_LIMITS, type RowList } from './fence-form.rules.ts';
import { measuresOfLead } from './fence-start.rules.ts';
import { pathOnScreen } from './read-fence.rules.ts';

/** The form's values as typed. */
export interface EstimateForm {
  /**
   * One to `MAX_OPTIONS` options. A single option is the whole estimate. If there are several, the homeowner chooses
   * one.
   */
  options: OptionForm[];
  /** The contractor's own discount. */
  offer: OfferForm | null;
  /** How the price is paid. 'usual' is the company's own way. */
  plan: PlanForm;
  notes: string;
  terms: string;
}

/**
 * Returns the form for a lead. Its options come from the newest version or, if there's none, from the homeowner's
 * request. Its notes come only from the newest version: the lead's own notes are private, and the homeowner would read
 * them on the estimate.
 */
export const startingForm = (
  lead: LeadView,
  { pricing, terms, newest }: { pricing: PricingView; terms: string; newest: EstimateListItem | undefined },
): EstimateForm => ({
  options: optionsOfVersion(newest, pricing) ?? [
    { label: null, ...measuresOfLead(lead, pricing, { asRuns: newest === undefined }) },
  ],
  offer: offerFormOf(newest?.ownOffer ?? null),
  plan: planFormOf(newest?.plan ?? null, HALF_AND_QUARTERS),
  notes: newest?.notes ?? '',
  terms,
});

const tooLong = (text: string, most: number): string | undefined =>
  text.trim().length > most ? `Use at most ${most.toLocaleString('en-US')} characters` : undefined;

/**
 * Returns all of the form's errors by path, as sentences that say how to fix them. The rules are the same as in
 * `estimateSendInput`.
 */
export const faultsOf = (form: EstimateForm, priced: PricedWith): FieldErrors => {
  const faults: [string, string | undefined][] = [
    ['notes', tooLong(form.notes, MAX_NOTES)],
    ['terms', tooLong(form.terms, MAX_TERMS)],
  ];
  return {
    ...optionFaults(form.options, priced),
    ...Object.fromEntries(faults.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    ...offerFormFaults(form.offer, 'offer'),
    ...typedFaults(form.plan),
  };
};

/**
 * Returns the options' measurements as the server expects them. Undefined if an option has an invalid value. A single
 * option is sent without a name. Several options are sent with names, and the first option's measurements are repeated
 * at the top level.
 */
export const offerOf = (
  options: readonly OptionForm[],
  pricing: PricingView,
): (FenceInput & { options?: (FenceInput & { label: string })[] }) | undefined => {
  const labels = labelsOf(options, pricing);
  const named = options.flatMap((option, at) => {
    const values = valuesOf(option, pricing);
    return values ? [{ label: labels[at] ?? '', ...values }] : [];
  });
  const [first] = named;
  if (!first || named.length < options.length) return undefined;
  const { label: _label, ...values } = first;
  return named.length === 1 ? values : { ...values, options: named };
};

/**
 * Maps the server's error paths to the form's paths. Only the server's paths have an index for the first option, and only
 * the server has rows for a plain estimate.
 */
export const refusedPaths = (fields: FieldErrors, options: readonly OptionForm[]): FieldErrors =>
  offerErrorsOnScreen(
    Object.fromEntries(
      Object.entries(fields).map(([path, words]) => {
        const [, at = '0', field = path] = /^options\.(\d+)\.(.*)$/.exec(path) ?? [];
        const option = options[Number(at)];
        return [optionPath(Number(at), option ? pathOnScreen(field, option) : field), words];
      }),
    ),
  );

/** Returns a path that stays the same when rows move, so that an error stays at its row. */
export const stablePath = (path: string, options: readonly OptionForm[]): string => {
  const [, at = '0', field = path] = /^options\.(\d+)\.(.*)$/.exec(path) ?? [];
  return optionPath(Number(at), pathWithKey(field, options[Number(at)]));
};

/** Returns the `name` of the input for a path. The names are the spec's field names (spec, section 3). */
export const inputName = (path: string): string =>
  path.replace(/materialId$/, 'materialType').replace(/^notes$/, 'additionalNotes');

const isText = (value: unknown): boolean => typeof value === 'string';

const LISTS = Object.keys(ROW_LIMITS) as RowList[];

/** Returns a stored option, with what an option of before didn't have. Returns undefined if it isn't an option. */
export const readKeptOption = (kept: unknown): OptionForm | undefined => {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const option = { ...PLAIN_FENCE, ...kept } as Record<string, unknown>;
  const { label, perimeter, gateCount, materialId } = option;
  const isWhole =
    (label === null || isText(label)) &&
    [perimeter, gateCount, materialId].every(isText) &&
    LISTS.every((list) => Array.isArray(option[list]));
  return isWhole ? (option as unknown as OptionForm) : undefined;
};

/** A form of before has no payment plan. */
const planOfKept = (kept: object): PlanForm =>
  readKeptPlan('plan' in kept ? kept.plan : undefined) ?? planFormOf(null, HALF_AND_QUARTERS);

/** Returns the form values stored before the user signed in again, or undefined if they aren't valid. */
export const readKeptForm = (kept: unknown): EstimateForm | undefined => {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { options, notes, terms } = kept as Record<string, unknown>;
  if (!Array.isArray(options) || !isText(notes) || !isText(terms)) return undefined;
  const read = options.flatMap((option) => readKeptOption(option) ?? []);
  return read.length >= 1 && read.length <= MAX_OPTIONS && read.length === options.length
    ? {
        ...(kept as EstimateForm),
        options: read,
        offer: readKeptOffer('offer' in kept ? kept.offer : null),
        plan: planOfKept(kept),
      }
    : undefined;
};
