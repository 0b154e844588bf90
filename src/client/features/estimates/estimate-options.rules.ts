import { type EstimateListItem, MAX_OPTION_LABEL, MAX_OPTIONS } from '#shared/features/estimates/estimates.schema.ts';
import { FEET_HINT, GATES_HINT, MAX_GATES } from '#shared/features/pricing/fence-limits.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { parseFeet } from '#shared/primitives/feet.ts';

/** An option as typed. All fields are strings, so that incomplete input is kept. */
export interface OptionForm {
  /** Null while the option is named after its material. */
  label: string | null;
  perimeter: string;
  gateCount: string;
  materialId: string;
}

export type OptionField = keyof OptionForm;

/** The values that determine the price. */
export interface EstimateValues {
  perimeter: number;
  gateCount: number;
  materialId: string;
}

/** Returns the path of an option's field. It's the server's path, but without an index for the first option. */
export const optionPath = (at: number, field: OptionField): string => (at === 0 ? field : `options.${at}.${field}`);

const nameOf = ({ materialId }: OptionForm, { materials }: PricingView): string | undefined =>
  materials.find(({ id }) => id === materialId)?.name;

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

/** Parses the number of gates. Returns undefined if it's invalid. An empty field means no gates. */
const parseGates = (text: string): number | undefined => {
  const plain = text.trim();
  if (plain === '') return 0;
  return /^\d{1,3}$/.test(plain) && Number(plain) <= MAX_GATES ? Number(plain) : undefined;
};

export const valuesOf = (option: OptionForm, pricing: PricingView): EstimateValues | undefined => {
  const perimeter = parseFeet(option.perimeter);
  const gateCount = parseGates(option.gateCount);
  return perimeter === undefined || gateCount === undefined || nameOf(option, pricing) === undefined
    ? undefined
    : { perimeter, gateCount, materialId: option.materialId };
};

const labelFault = (labels: readonly string[], at: number): string | undefined => {
  const label = labels[at] ?? '';
  if (label.length > MAX_OPTION_LABEL) return `Use at most ${MAX_OPTION_LABEL} characters`;
  const before = labels.slice(0, at).map((other) => other.toLowerCase());
  return before.includes(label.toLowerCase()) ? 'Give each option a different name' : undefined;
};

/** Returns each option's errors by path. Names are checked only if there are several options. */
export const optionFaults = (options: readonly OptionForm[], pricing: PricingView): [string, string | undefined][] => {
  const labels = labelsOf(options, pricing);
  return options.flatMap((option, at): [string, string | undefined][] => [
    [optionPath(at, 'label'), options.length > 1 ? labelFault(labels, at) : undefined],
    [optionPath(at, 'perimeter'), parseFeet(option.perimeter) === undefined ? FEET_HINT : undefined],
    [optionPath(at, 'gateCount'), parseGates(option.gateCount) === undefined ? GATES_HINT : undefined],
    [optionPath(at, 'materialId'), nameOf(option, pricing) === undefined ? 'Choose a material' : undefined],
  ]);
};

/**
 * Converts a version's options to form values for the next version. Returns undefined if the version doesn't have any.
 */
export const optionsOfVersion = (
  version: Pick<EstimateListItem, 'options'> | undefined,
  pricing: PricingView,
): OptionForm[] | undefined => {
  if (!version || version.options.length < 2) return undefined;
  const unnamed = version.options.map(({ perimeter, gateCount, materialType }): OptionForm => ({
    label: null,
    perimeter: String(perimeter),
    gateCount: String(gateCount),
    // A version stores only the material's name. If the material was deleted, the contractor must choose another one.
    materialId: pricing.materials.find(({ name }) => name === materialType)?.id ?? '',
  }));
  const usual = labelsOf(unnamed, pricing);
  return unnamed.map((option, at) => {
    const label = version.options[at]?.label ?? null;
    return label === usual[at] ? option : { ...option, label };
  });
};
