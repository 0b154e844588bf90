import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** Why nothing can be paid. English defines the type: a language with other keys or placeholders doesn't compile. */
export type BalanceWords = typeof en;

const WORDS: Partial<Record<Language, BalanceWords>> = { en };

/** Returns the words in a language, or in English if there is no translation. */
export const balanceWords = (language: Language): BalanceWords => WORDS[language] ?? en;
