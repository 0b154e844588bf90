import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * What a homeowner is told about further messages. English is the reference: a language with other keys or placeholders
 * doesn't compile.
 */
export type PermissionWords = typeof en;

const WORDS: Record<Language, PermissionWords> = { en, es };

/** The text in a language. */
export const permissionWords = (language: Language): PermissionWords => WORDS[language];
