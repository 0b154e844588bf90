import { type EstimateListItem, MAX_OPTION_LABEL, MAX_OPTIONS } from '#shared/features/estimates/estimates.schema.ts';
import { FEET_HINT, GATES_HINT, MAX_GATES } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { parseFeet } from '#shared/primitives/feet.ts';

/** One thing to choose as it is typed: texts, so that what is half typed stays what it is. */
export interface OptionForm {
  /** Null while it goes by its material. */
  label: string | null;
  perimeter: string;
  gateCount: string;
  materialId: string;
}

export type OptionField = keyof OptionForm;

/** What can be priced. */
export interface EstimateValues {
  perimeter: number;
  gateCount: number;
  materialId: string;
}

/** The fault's key of an option's field: as the server names it, the first option's by the field alone. */
export const optionPath = (at: number, field: OptionField): string => (at === 0 ? field : `options.${at}.${field}`);

const nameOf = ({ materialId }: OptionForm, { materials }: PricingView): string | undefined =>
  materials.find(({ id }) => id === materialId)?.name;

const unlikeAny = (name: string, taken: ReadonlySet<string>): string => {
  const short = name.slice(0, MAX_OPTION_LABEL - 2).trim();
  const tries = [short, ...Array.from({ length: MAX_OPTIONS }, (_, at) => `${short} ${at + 2}`)];
  return tries.find((label) => !taken.has(label.toLowerCase())) ?? short;
};

/** The name of each option: the one typed, else its material's, numbered where that is taken ('Vinyl 2'). */
export const labelsOf = (options: readonly OptionForm[], pricing: PricingView): string[] => {
  const typed = options.map(({ label }) => label?.trim() ?? '');
  const taken = new Set(typed.map((label) => label.toLowerCase()));
  return options.map((option, at) => {
    const label = typed[at] || unlikeAny(nameOf(option, pricing) ?? `Option ${at + 1}`, taken);
    taken.add(label.toLowerCase());
    return label;
  });
};

/** Whole gates as typed; undefined where they are none. An empty field is no gates. */
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

/** What is wrong with each option, by path; a name counts only where there is a choice. */
export const optionFaults = (options: readonly OptionForm[], pricing: PricingView): [string, string | undefined][] => {
  const labels = labelsOf(options, pricing);
  return options.flatMap((option, at): [string, string | undefined][] => [
    [optionPath(at, 'label'), options.length > 1 ? labelFault(labels, at) : undefined],
    [optionPath(at, 'perimeter'), parseFeet(option.perimeter) === undefined ? FEET_HINT : undefined],
    [optionPath(at, 'gateCount'), parseGates(option.gateCount) === undefined ? GATES_HINT : undefined],
    [optionPath(at, 'materialId'), nameOf(option, pricing) === undefined ? 'Choose a material' : undefined],
  ]);
};

/** The options of a version as a form, to begin the next one with; undefined where it offered no choice. */
export const optionsOfVersion = (
  version: Pick<EstimateListItem, 'options'> | undefined,
  pricing: PricingView,
): OptionForm[] | undefined => {
  if (!version || version.options.length < 2) return undefined;
  const unnamed = version.options.map(({ perimeter, gateCount, materialType }): OptionForm => ({
    label: null,
    perimeter: String(perimeter),
    gateCount: String(gateCount),
    // the list knows it by its name; one that is gone is chosen again
    materialId: pricing.materials.find(({ name }) => name === materialType)?.id ?? '',
  }));
  const usual = labelsOf(unnamed, pricing);
  return unnamed.map((option, at) => {
    const label = version.options[at]?.label ?? null;
    return label === usual[at] ? option : { ...option, label };
  });
};
