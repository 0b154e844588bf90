import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * The wording of keyword replies, and of a follow-up's subject and unsubscribe line. English is the reference: a
 * language with different keys or placeholders doesn't compile.
 */
export type PermissionWords = typeof en;

const WORDS: Record<Language, PermissionWords> = { en, es };

export const permissionWords = (language: Language): PermissionWords => WORDS[language];
