import type { Discount } from '#shared/features/estimates/offer-price.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** An estimate in a homeowner's emails and texts, and on paper. English is the measure: a language with another text or place doesn't compile. */
export type EstimateWords = typeof en;

const WORDS: Partial<Record<Language, EstimateWords>> = { en };

/** The words in this language; falls back to English. */
export const estimateWords = (language: Language): EstimateWords => WORDS[language] ?? en;

/** '10% off', '$200.00 off'. */
export const discountIn = ({ discount, format }: EstimateWords, given: Discount): string =>
  discount({ value: 'percent' in given ? format.percent(given.percent) : format.money(given.amountCents) });
