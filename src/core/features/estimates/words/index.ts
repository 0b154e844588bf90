import type { Discount } from '#shared/features/estimates/offer-price.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * Wording for estimates in emails, text messages and PDFs. The English wording defines the type. A translation doesn't
 * compile if a key is missing or if a value has a different type.
 */
export type EstimateWords = typeof en;

const WORDS: Record<Language, EstimateWords> = { en, es };

export const estimateWords = (language: Language): EstimateWords => WORDS[language];

/** Formats a discount: '10% off' or '$200.00 off'. */
export const discountIn = ({ discount, format }: EstimateWords, given: Discount): string =>
  discount({ value: 'percent' in given ? format.percent(given.percent) : format.money(given.amountCents) });
