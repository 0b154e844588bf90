import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/**
 * What a homeowner is told about further messages. English is the reference: a language with other keys or placeholders
 * doesn't compile.
 */
export type PermissionWords = typeof en;

const WORDS: Partial<Record<Language, PermissionWords>> = { en };

/** The text in a language, or in English if there is no translation. */
export const permissionWords = (language: Language): PermissionWords => WORDS[language] ?? en;
