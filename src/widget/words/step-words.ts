import { LOCALE, type Language } from '#shared/primitives/language.ts';
import type { Field } from '../features/field.ts';
import { en } from './step-words.en.ts';

/** What the second script says. English is the measure: a language with another text or place doesn't compile. */
export type StepWords = typeof en;

const WORDS: Partial<Record<Language, StepWords>> = { en };

/** The second script's words in a language; those of English where it has no others. */
export const stepWords = (language: Language): StepWords => WORDS[language] ?? en;

const isLanguage = (name: string): name is Language => name in LOCALE;

/** The words in the language of the card that a field is in; a first script from before languages names none. */
export const wordsAt = ({ input }: Field): StepWords => {
  const language = input.closest('section')?.lang ?? '';
  return isLanguage(language) ? stepWords(language) : en;
};
