import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** Words for payment methods. English defines the type: a language with other keys or placeholders doesn't compile. */
export type MethodWords = typeof en;

const WORDS: Record<Language, MethodWords> = { en, es };

/** Returns the words in a language. */
export const methodWords = (language: Language): MethodWords => WORDS[language];
