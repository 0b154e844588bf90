import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of the hosted page. English is the reference. Other languages must have the same keys and placeholders to
 * compile.
 */
export type HostedWords = typeof en;

const WORDS: Record<Language, HostedWords> = { en, es };

export const hostedWords = (language: Language): HostedWords => WORDS[language];
