import { LOCALE, type Language } from '#shared/primitives/language.ts';
import type { Field } from '../features/field.ts';
import { en } from './step-words.en.ts';

/**
 * The words of the second script. English defines the type: another language must have the same keys and placeholders
 * to compile.
 */
export type StepWords = typeof en;

/** Returns the second script's words in a language. Returns English if the script with that language isn't loaded. */
const stepWords = (language: Language): StepWords => window.Picket?.words?.[language] ?? en;

const isLanguage = (name: string): name is Language => name in LOCALE;

/**
 * Returns the language of the card that contains the field. A cached first script from before languages existed sets
 * none; its language is English.
 */
export const languageAt = ({ input }: Field): Language => {
  const language = input.closest('section')?.lang ?? '';
  return isLanguage(language) ? language : 'en';
};

/** Returns the words in the language of the card that contains the field. */
export const wordsAt = (field: Field): StepWords => stepWords(languageAt(field));
