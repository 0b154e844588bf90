import { LOCALE, type Language } from '#shared/primitives/language.ts';
import type { Field } from '../features/field.ts';
import { en } from './step-words.en.ts';

/**
 * The second script's strings. English defines the type. Any other language must have the same keys and placeholders to
 * compile.
 */
export type StepWords = typeof en;

/** Returns the second script's strings in a language, or in English if that language's script isn't loaded. */
const stepWords = (language: Language): StepWords => window.Picket?.words?.[language] ?? en;

const isLanguage = (name: string): name is Language => name in LOCALE;

/**
 * Returns the language of the card that contains the field. The card has no language if the browser cached a first
 * script from before languages were supported. The language is then English.
 */
export const languageAt = ({ input }: Field): Language => {
  const language = input.closest('section')?.lang ?? '';
  return isLanguage(language) ? language : 'en';
};

/** Returns the second script's strings in the language of the field's card. */
export const wordsAt = (field: Field): StepWords => stepWords(languageAt(field));
