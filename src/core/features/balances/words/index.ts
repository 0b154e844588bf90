import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** Why nothing can be paid. English defines the type: a language with other keys or placeholders doesn't compile. */
export type BalanceWords = typeof en;

const WORDS: Record<Language, BalanceWords> = { en, es };

/** Returns the words in a language. */
export const balanceWords = (language: Language): BalanceWords => WORDS[language];
