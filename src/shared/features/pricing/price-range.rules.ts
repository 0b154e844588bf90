import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';

/** A price range in cents. */
export interface PriceRange {
  lowCents: number;
  highCents: number;
}

/** The ends of a range are whole multiples of $50. */
const STEP = 5_000;

/**
 * Returns the range around an exact price that goes this many per cent below and above it, widened to whole $50. The
 * low end is at least 0. Undefined if the percentage is 0, because the exact price is shown then.
 */
export const rangeAround = (totalCents: number, percent: number): PriceRange | undefined => {
  const share = Math.round(percent * 100);
  if (share === 0) return undefined;
  const step = STEP * 10_000;
  return {
    lowCents: Math.max(0, Math.floor((totalCents * (10_000 - share)) / step)) * STEP,
    highCents: Math.ceil((totalCents * (10_000 + share)) / step) * STEP,
  };
};

const SAY: Record<Language, (low: string, high: string) => string> = {
  en: (low, high) => `${low} to ${high}`,
  es: (low, high) => `${low} a ${high}`,
};

/** Formats whole dollars as '$3,450'. */
const wholeDollars = (cents: number): string => `$${(cents / 100).toLocaleString('en-US')}`;

/** Formats a range: '$3,450 to $4,250'. */
export const formatRange = ({ lowCents, highCents }: PriceRange, language: Language = DEFAULT_LANGUAGE): string =>
  SAY[language](wholeDollars(lowCents), wholeDollars(highCents));
