import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** Messages about the payment plan. English is the reference: a language with different keys doesn't compile. */
export type StageWords = typeof en;

const WORDS: Record<Language, StageWords> = { en, es };

export const stageWords = (language: Language): StageWords => WORDS[language];
