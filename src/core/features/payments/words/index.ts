import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/**
 * The text of a homeowner's emails about payments. English is the reference: a language with other keys or values
 * doesn't compile.
 */
export type PaymentWords = typeof en;

const WORDS: Partial<Record<Language, PaymentWords>> = { en };

/** The text in a language, or in English if there is no translation. */
export const paymentWords = (language: Language): PaymentWords => WORDS[language] ?? en;
