import type { Language } from '#shared/primitives/language.ts';

/** Errors about a widget request, in English. */
const en = {
  contractor: 'This form isn’t set up yet',
  /** These two names complete the sentence 'Enter …' (`line` in `text.ts`). */
  name: 'your name',
  address: 'the street address',
  material: 'Choose a material',
  phoneToText: 'Enter a phone number where you can get texts',
  sumOfRuns: 'The drawn sections must add up to the fence length',
  countOfGates: 'List each gate once',
  sendKey: 'Send an idempotencyKey',
  keyTooShort: 'Use at least 8 characters',
};

/** Errors about a widget request. English defines the type. Other languages must have the same keys to compile. */
export type RequestErrors = typeof en;

const WORDS: Partial<Record<Language, RequestErrors>> = { en };

export const requestErrors = (language: Language): RequestErrors => WORDS[language] ?? en;
