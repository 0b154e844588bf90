import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of the unsubscribe pages. English is the reference. Other languages must have the same keys and
 * placeholders to compile.
 */
export type UnsubscribeWords = typeof en;

const WORDS: Record<Language, UnsubscribeWords> = { en, es };

export const unsubscribeWords = (language: Language): UnsubscribeWords => WORDS[language];
