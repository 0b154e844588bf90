import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** The text of the homeowner's page. English is the reference: a language with other keys or values doesn't compile. */
export type EstimatePageWords = typeof en;

const WORDS: Partial<Record<Language, EstimatePageWords>> = { en };

/** The page's text in a language, or in English if there is no translation. */
export const estimatePageWords = (language: Language): EstimatePageWords => WORDS[language] ?? en;
