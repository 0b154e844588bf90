import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The text of the legal pages. English defines the type: another language compiles only with the same keys and
 * placeholders.
 */
export type LegalWords = typeof en;

const WORDS: Record<Language, LegalWords> = { en, es };

export const legalWords = (language: Language): LegalWords => WORDS[language];
