import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The descriptions of payment methods. English defines the type. Other languages must have the same keys and
 * placeholders to compile.
 */
export type MethodWords = typeof en;

const WORDS: Record<Language, MethodWords> = { en, es };

export const methodWords = (language: Language): MethodWords => WORDS[language];
