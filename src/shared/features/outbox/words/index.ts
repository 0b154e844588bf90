import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** Words of texts. English defines the type: a language with other keys doesn't compile. */
export type TextWords = typeof en;

const WORDS: Partial<Record<Language, TextWords>> = { en };

/** Returns the words in a language, or in English if there is no translation. */
export const textWords = (language: Language): TextWords => WORDS[language] ?? en;
