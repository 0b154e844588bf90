import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** Errors of a request. English defines the type: a language with other keys doesn't compile. */
export type RequestErrors = typeof en;

const WORDS: Partial<Record<Language, RequestErrors>> = { en };

/** Returns the errors in a language, or in English if there is no translation. */
export const requestErrors = (language: Language): RequestErrors => WORDS[language] ?? en;
