import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/**
 * The text of the instant reply, by email and text. English is the reference: a language with other keys or values
 * doesn't compile.
 */
export type LeadWords = typeof en;

const WORDS: Partial<Record<Language, LeadWords>> = { en };

/** The text in a language, or in English if there is no translation. */
export const leadWords = (language: Language): LeadWords => WORDS[language] ?? en;
