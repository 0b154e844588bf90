import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of the legal pages. English is the reference. Other languages compile only with the same keys and
 * placeholders.
 */
export type LegalWords = typeof en;

const WORDS: Record<Language, LegalWords> = { en, es };

export const legalWords = (language: Language): LegalWords => WORDS[language];
