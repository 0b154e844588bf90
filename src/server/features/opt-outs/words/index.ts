import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/**
 * The text of the unsubscribe pages. English is the reference: a language with other keys or values doesn't compile.
 */
export type UnsubscribeWords = typeof en;

const WORDS: Partial<Record<Language, UnsubscribeWords>> = { en };

/** The pages' text in a language, or in English if there is no translation. */
export const unsubscribeWords = (language: Language): UnsubscribeWords => WORDS[language] ?? en;
