import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** The phrases for SMS messages. English defines the type. Other languages must have the same keys to compile. */
export type TextWords = typeof en;

const WORDS: Record<Language, TextWords> = { en, es };

export const textWords = (language: Language): TextWords => WORDS[language];
