import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** The words about changes. English is the reference: a language with different keys doesn't compile. */
export type ChangeWords = typeof en;

const WORDS: Record<Language, ChangeWords> = { en, es };

export const changeWords = (language: Language): ChangeWords => WORDS[language];
