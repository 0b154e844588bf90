import { LOCALE, type Language } from '#shared/primitives/language.ts';
import type { Field } from '../features/field.ts';
import { en } from './step-words.en.ts';

/**
 * The words of the second script. English defines the type: a language with other texts or placeholders doesn't
 * compile.
 */
export type StepWords = typeof en;

const WORDS: Partial<Record<Language, StepWords>> = { en };

/** Returns the second script's words in a language, or in English if there is no translation. */
export const stepWords = (language: Language): StepWords => WORDS[language] ?? en;

const isLanguage = (name: string): name is Language => name in LOCALE;

/**
 * Returns the words in the language of the card that contains the field. A cached first script from before languages
 * sets none, which means English.
 */
export const wordsAt = ({ input }: Field): StepWords => {
  const language = input.closest('section')?.lang ?? '';
  return isLanguage(language) ? stepWords(language) : en;
};
