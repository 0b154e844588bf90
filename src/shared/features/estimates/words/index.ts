import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The type of the generated text. English defines it. Another language compiles only with the same keys and
 * placeholders.
 */
export type CalculatedWords = typeof en;

const WORDS: Record<Language, CalculatedWords> = { en, es };

export const calculatedWords = (language: Language): CalculatedWords => WORDS[language];
