import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/**
 * Error messages for homeowners who answer an estimate. The English messages define the type, so messages in another
 * language don't compile if their keys or placeholders differ.
 */
export type AgreementWords = typeof en;

const WORDS: Record<Language, AgreementWords> = { en, es };

/** Returns the error messages in a language. */
export const agreementWords = (language: Language): AgreementWords => WORDS[language];
