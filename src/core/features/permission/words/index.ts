import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of keyword replies, and of the subject and unsubscribe line in follow-up emails. English is the
 * reference. A language with different keys or placeholders doesn't compile.
 */
export type PermissionWords = typeof en;

const WORDS: Record<Language, PermissionWords> = { en, es };

export const permissionWords = (language: Language): PermissionWords => WORDS[language];
