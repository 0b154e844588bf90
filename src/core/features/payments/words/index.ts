import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The text of a homeowner's emails about payments. English is the reference: a language with different keys or values
 * of another type doesn't compile.
 */
export type PaymentWords = typeof en;

const WORDS: Record<Language, PaymentWords> = { en, es };

/** Returns the text in a language. */
export const paymentWords = (language: Language): PaymentWords => WORDS[language];
