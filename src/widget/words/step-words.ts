import { LOCALE, type Language } from '#shared/primitives/language.ts';
import type { Field } from '../features/field.ts';
import { en } from './step-words.en.ts';

/**
 * The words of the second script. English defines the type: a language with other texts or placeholders doesn't
 * compile.
 */
export type StepWords = typeof en;

/** Returns the second script's words in a language, or in English if their script hasn't been loaded. */
const stepWords = (language: Language): StepWords => window.Picket?.words?.[language] ?? en;

const isLanguage = (name: string): name is Language => name in LOCALE;

/**
 * Returns the language of the card that contains the field. A cached first script from before languages sets none,
 * which means English.
 */
export const languageAt = ({ input }: Field): Language => {
  const language = input.closest('section')?.lang ?? '';
  return isLanguage(language) ? language : 'en';
};

/** Returns the words in the language of the card that contains the field. */
export const wordsAt = (field: Field): StepWords => stepWords(languageAt(field));
