import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** A homeowner's emails about payments. English is the measure: a language with another text or place doesn't compile. */
export type PaymentWords = typeof en;

const WORDS: Partial<Record<Language, PaymentWords>> = { en };

/** These words in a language; those of English where it has no others. */
export const paymentWords = (language: Language): PaymentWords => WORDS[language] ?? en;
