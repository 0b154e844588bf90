import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** The phrases for texts. English defines the type: another language must have the same keys to compile. */
export type TextWords = typeof en;

const WORDS: Record<Language, TextWords> = { en, es };

/** Returns the words in a language. */
export const textWords = (language: Language): TextWords => WORDS[language];
