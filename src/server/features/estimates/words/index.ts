import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of the homeowner's page. English is the reference. Other languages must have the same keys and
 * placeholders to compile.
 */
export type EstimatePageWords = typeof en;

const WORDS: Record<Language, EstimatePageWords> = { en, es };

export const estimatePageWords = (language: Language): EstimatePageWords => WORDS[language];
