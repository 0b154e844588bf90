import { type EstimateListItem, MAX_OPTION_LABEL, MAX_OPTIONS } from '#shared/features/estimates/estimates.schema.ts';
import type { FenceInput } from '#shared/features/pricing/fence.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { MeasuresForm } from './fence-form.rules.ts';
import { measuresOfFence, saysMore } from './fence-start.rules.ts';
import { priceFaults } from './price-option.rules.ts';
import { pathOnScreen, readFence } from './read-fence.rules.ts';

/** An option as typed. All fields are strings, so that incomplete input is kept. */
export interface OptionForm extends MeasuresForm {
  /** Null while the option is named after its material. */
  label: string | null;
}

/** Returns the path of an option's field. It's the server's path, but without an index for the first option. */
export const optionPath = (at: number, field: string): string => (at === 0 ? field : `options.${at}.${field}`);

/** Returns the name of the material, or of the first run's. */
const nameOf = ({ materialId, runs }: MeasuresForm, { materials }: PricingView): string | undefined =>
  materials.find(({ id }) => id === (runs[0]?.materialId ?? materialId))?.name;

const unlikeAny = (name: string, taken: ReadonlySet<string>): string => {
  const short = name.slice(0, MAX_OPTION_LABEL - 2).trim();
  const tries = [short, ...Array.from({ length: MAX_OPTIONS }, (_, at) => `${short} ${at + 2}`)];
  return tries.find((label) => !taken.has(label.toLowerCase())) ?? short;
};

/**
 * Returns each option's name: the typed name, or its material's name. A number is added if that name is already used
 * ('Vinyl 2').
 */
export const labelsOf = (options: readonly OptionForm[], pricing: PricingView): string[] => {
  const typed = options.map(({ label }) => label?.trim() ?? '');
  const taken = new Set(typed.map((label) => label.toLowerCase()));
  return options.map((option, at) => {
    const label = typed[at] || unlikeAny(nameOf(option, pricing) ?? `Option ${at + 1}`, taken);
    taken.add(label.toLowerCase());
    return label;
  });
};

/** How an option is priced: the company's prices, and the job's ZIP code. */
export interface PricedWith {
  pricing: PricingView;
  zip: string | null;
}

/** Returns the option's measures as the server expects them. Undefined if a value is missing or invalid. */
export const valuesOf = (option: MeasuresForm, pricing: PricingView): FenceInput | undefined => {
  const { input, faults } = readFence(option);
  const isListed = option.runs.length > 0 || nameOf(option, pricing) !== undefined;
  return isListed && Object.keys(faults).length === 0 ? input : undefined;
};

/** Returns what is wrong with an option's measures by path: what was typed or, if that can be read, its price. */
export const measureFaults = (option: MeasuresForm, { pricing, zip }: PricedWith): FieldErrors => {
  const { input, faults } = readFence(option);
  if (Object.keys(faults).length > 0) return faults;
  if (option.runs.length === 0 && nameOf(option, pricing) === undefined) return { materialId: 'Choose a material' };
  const wrong = priceFaults(input, pricing, zip);
  return Object.fromEntries(Object.entries(wrong).map(([path, words]) => [pathOnScreen(path, option), words]));
};

/** Returns why an option that was typed in full can't be priced. Undefined if it can, or if something isn't typed yet. */
export const priceProblem = (option: MeasuresForm, priced: PricedWith): string | undefined =>
  valuesOf(option, priced.pricing) && Object.values(measureFaults(option, priced))[0];

const labelFault = (labels: readonly string[], at: number): string | undefined => {
  const label = labels[at] ?? '';
  if (label.length > MAX_OPTION_LABEL) return `Use at most ${MAX_OPTION_LABEL} characters`;
  const before = labels.slice(0, at).map((other) => other.toLowerCase());
  return before.includes(label.toLowerCase()) ? 'Give each option a different name' : undefined;
};

/** Returns each option's errors by path. Names are checked only if there are several options. */
export const optionFaults = (options: readonly OptionForm[], priced: PricedWith): FieldErrors => {
  const labels = labelsOf(options, priced.pricing);
  return Object.fromEntries(
    options.flatMap((option, at) => {
      const wrong = options.length > 1 ? labelFault(labels, at) : undefined;
      const faults = Object.entries(measureFaults(option, priced));
      return [
        ...(wrong === undefined ? [] : [[optionPath(at, 'label'), wrong] as const]),
        // The ZIP code is the lead's.
        ...faults.map(([path, words]) => [path === 'zip' ? path : optionPath(at, path), words] as const),
      ];
    }),
  );
};

type SentOption = EstimateListItem['options'][number];

const measuresOfOption = ({ fence, perimeter, materialType }: SentOption, pricing: PricingView): MeasuresForm => {
  const id = fence.runs[0]?.materialId ?? '';
  const listed =
    pricing.materials.find((material) => material.id === id) ??
    // A version from before ids were stored has only the material's name.
    (id === '' ? pricing.materials.find(({ name }) => name === materialType) : undefined);
  return measuresOfFence(fence, { pricing, perimeter, materialId: listed?.id ?? '' });
};

/**
 * Converts a version's options to form values for the next version. Returns undefined if the version is a plain one,
 * whose measures are the lead's. If a material was deleted, the contractor must choose another one.
 */
export const optionsOfVersion = (
  version: Pick<EstimateListItem, 'options'> | undefined,
  pricing: PricingView,
): OptionForm[] | undefined => {
  const [first, ...rest] = version?.options ?? [];
  if (!version || !first || (rest.length === 0 && !saysMore(first.fence))) return undefined;
  const unnamed = version.options.map((option): OptionForm => ({ label: null, ...measuresOfOption(option, pricing) }));
  const usual = labelsOf(unnamed, pricing);
  return unnamed.map((option, at) => {
    const label = version.options[at]?.label ?? null;
    return label === usual[at] ? option : { ...option, label };
  });
};
