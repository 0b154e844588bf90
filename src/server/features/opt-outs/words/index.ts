import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** What the unsubscribe pages say. English is the measure: a language with another text or place doesn't compile. */
export type UnsubscribeWords = typeof en;

const WORDS: Partial<Record<Language, UnsubscribeWords>> = { en };

/** The pages' words in a language; those of English where it has no others. */
export const unsubscribeWords = (language: Language): UnsubscribeWords => WORDS[language] ?? en;
