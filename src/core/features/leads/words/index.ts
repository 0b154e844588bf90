import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** The first answer to a homeowner's request, by email and text. English is the measure: a language with another text or place doesn't compile. */
export type LeadWords = typeof en;

const WORDS: Partial<Record<Language, LeadWords>> = { en };

/** The words in this language; falls back to English. */
export const leadWords = (language: Language): LeadWords => WORDS[language] ?? en;
