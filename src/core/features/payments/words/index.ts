import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of payment emails to homeowners. English is the reference: a language with different keys or types
 * doesn't compile.
 */
export type PaymentWords = typeof en;

const WORDS: Record<Language, PaymentWords> = { en, es };

export const paymentWords = (language: Language): PaymentWords => WORDS[language];
