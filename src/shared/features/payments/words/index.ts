import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** Words for payment methods. English defines the type: a language with other keys or placeholders doesn't compile. */
export type MethodWords = typeof en;

const WORDS: Partial<Record<Language, MethodWords>> = { en };

/** Returns the words in a language, or in English if there is no translation. */
export const methodWords = (language: Language): MethodWords => WORDS[language] ?? en;
