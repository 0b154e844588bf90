import { formatFeet, formatNumber } from '../../primitives/feet.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { calculatedWords } from '../estimates/words.ts';
import { formatCents } from '../../primitives/cents.ts';
import type { FenceLine } from './fence-line.ts';

/** A priced line in one language. `unitCents` is per foot, per piece or for the job, as `unit` says. */
export interface EstimateLine extends Omit<FenceLine, 'label'> {
  label: string;
  /** Set only for add-ons. An add-on counts only while it's true. */
  ticked?: boolean;
}

/** Returns the lines in a language, with these add-ons ticked. */
export const viewLines = (
  lines: readonly FenceLine[],
  language: Language = DEFAULT_LANGUAGE,
  ticked: readonly string[] = [],
): EstimateLine[] => {
  const set = new Set(ticked);
  return lines.map(({ label, addOn, ...line }) => ({
    ...line,
    label: label[language],
    ...(addOn !== undefined && { addOn, ticked: set.has(addOn) }),
  }));
};

/** Returns the lines that count: all but the add-ons that aren't ticked. */
export const countedLines = (lines: readonly EstimateLine[]): EstimateLine[] =>
  lines.filter(({ addOn, ticked }) => addOn === undefined || ticked === true);

/** Returns the add-ons, ticked or not. */
export const addOnLines = (lines: readonly EstimateLine[]): (EstimateLine & { addOn: string })[] =>
  lines.flatMap((line) => (line.addOn === undefined ? [] : [{ ...line, addOn: line.addOn }]));

/** Formats a line's quantity: '184 ft', or '2' for pieces. */
export const quantityInWords = (
  { quantity, unit }: Pick<EstimateLine, 'quantity' | 'unit'>,
  language: Language = DEFAULT_LANGUAGE,
): string => (unit === 'foot' ? formatFeet(quantity, language) : formatNumber(quantity));

/** Whether a line is a single amount for the job, whose sum says it all. */
export const isOneAmount = ({ quantity, unit }: Pick<EstimateLine, 'quantity' | 'unit'>): boolean =>
  unit === 'job' && quantity === 1;

/**
 * Formats how a line's sum comes about: '184 ft at $17.62 per foot' or '2 at $300.00'. Undefined for a single amount for
 * the job, whose sum says it all.
 */
export const unitInWords = (line: EstimateLine, language: Language = DEFAULT_LANGUAGE): string | undefined => {
  if (isOneAmount(line)) return undefined;
  const words = calculatedWords(language);
  const say = line.unit === 'foot' ? words.atPerFoot : words.at;
  return say({ quantity: quantityInWords(line, language), price: formatCents(line.unitCents) });
};
