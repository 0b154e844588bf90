import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The reasons an estimate can't be paid. The English catalog defines the type, so a language with different keys or
 * placeholders doesn't compile.
 */
export type BalanceWords = typeof en;

const WORDS: Record<Language, BalanceWords> = { en, es };

/** Returns the reasons in a language. */
export const balanceWords = (language: Language): BalanceWords => WORDS[language];
