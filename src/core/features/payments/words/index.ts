import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** A homeowner's emails about payments. English is the measure: a language with another text or place doesn't compile. */
export type PaymentWords = typeof en;

const WORDS: Partial<Record<Language, PaymentWords>> = { en };

/** The words in this language; falls back to English. */
export const paymentWords = (language: Language): PaymentWords => WORDS[language] ?? en;
