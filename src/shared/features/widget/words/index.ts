import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** Errors about a widget request. English defines the type. Other languages must have the same keys to compile. */
export type RequestErrors = typeof en;

const WORDS: Partial<Record<Language, RequestErrors>> = { en };

export const requestErrors = (language: Language): RequestErrors => WORDS[language] ?? en;
