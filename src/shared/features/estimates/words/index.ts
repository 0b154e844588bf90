import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** The calculated words. English defines the type: a language with other keys or placeholders doesn't compile. */
export type CalculatedWords = typeof en;

const WORDS: Record<Language, CalculatedWords> = { en, es };

/** Returns the words in a language. */
export const calculatedWords = (language: Language): CalculatedWords => WORDS[language];
