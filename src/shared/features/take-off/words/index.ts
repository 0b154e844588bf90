import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** The type of the phrases. English defines it. Other languages must have the same keys and placeholders to compile. */
export type TakeOffWords = typeof en;

const WORDS: Record<Language, TakeOffWords> = { en, es };

export const takeOffWords = (language: Language): TakeOffWords => WORDS[language];
