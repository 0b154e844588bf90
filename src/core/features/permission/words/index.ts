import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** What a homeowner is told about further messages. English is the measure: a language with another text or place doesn't compile. */
export type PermissionWords = typeof en;

const WORDS: Partial<Record<Language, PermissionWords>> = { en };

/** These words in a language; those of English where it has no others. */
export const permissionWords = (language: Language): PermissionWords => WORDS[language] ?? en;
