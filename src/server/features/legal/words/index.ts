import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** The text of the legal pages. English defines the type: a language with other keys or placeholders doesn't compile. */
export type LegalWords = typeof en;

const WORDS: Partial<Record<Language, LegalWords>> = { en };

/** Returns the pages' text in a language, or in English if there is no translation. */
export const legalWords = (language: Language): LegalWords => WORDS[language] ?? en;
