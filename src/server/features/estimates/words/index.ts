import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** What the homeowner's page says. English is the measure: a language with another text or place doesn't compile. */
export type EstimatePageWords = typeof en;

const WORDS: Partial<Record<Language, EstimatePageWords>> = { en };

/** The page's words in a language; those of English where it has no others. */
export const estimatePageWords = (language: Language): EstimatePageWords => WORDS[language] ?? en;
