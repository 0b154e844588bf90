import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** The emails and texts about a visit. English is the reference: a language with different keys doesn't compile. */
export type VisitWords = typeof en;

const WORDS: Record<Language, VisitWords> = { en, es };

export const visitWords = (language: Language): VisitWords => WORDS[language];
