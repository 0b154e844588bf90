import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of the instant reply and of request errors. The English wording defines the type. A translation doesn't
 * compile if a key is missing or if a value has a different type.
 */
export type LeadWords = typeof en;

const WORDS: Record<Language, LeadWords> = { en, es };

export const leadWords = (language: Language): LeadWords => WORDS[language];
