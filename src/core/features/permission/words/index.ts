import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The words about further messages to a homeowner. English is the reference: a language with other keys or placeholders
 * doesn't compile.
 */
export type PermissionWords = typeof en;

const WORDS: Record<Language, PermissionWords> = { en, es };

/** Returns the words in a language. */
export const permissionWords = (language: Language): PermissionWords => WORDS[language];
