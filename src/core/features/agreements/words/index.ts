import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';

/** Errors of homeowners' answers. English defines the type: a language with other keys or placeholders doesn't compile. */
export type AgreementWords = typeof en;

const WORDS: Partial<Record<Language, AgreementWords>> = { en };

/** Returns the errors in a language, or in English if there is no translation. */
export const agreementWords = (language: Language): AgreementWords => WORDS[language] ?? en;
