import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of the instant reply and request errors. English is the reference. A language with different keys or
 * values of another type doesn't compile.
 */
export type LeadWords = typeof en;

const WORDS: Record<Language, LeadWords> = { en, es };

export const leadWords = (language: Language): LeadWords => WORDS[language];
