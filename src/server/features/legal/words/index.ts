import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of the legal pages. English is the reference. Other languages must have the same keys and placeholders to
 * compile.
 */
export type LegalWords = typeof en;

const WORDS: Record<Language, LegalWords> = { en, es };

export const legalWords = (language: Language): LegalWords => WORDS[language];
