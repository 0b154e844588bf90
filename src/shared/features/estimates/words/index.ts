import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** The calculated words. English defines the type: a language with other keys or placeholders doesn't compile. */
export type CalculatedWords = typeof en;

const WORDS: Partial<Record<Language, CalculatedWords>> = { en };

/** Returns the words in a language, or in English if there is no translation. */
export const calculatedWords = (language: Language): CalculatedWords => WORDS[language] ?? en;
