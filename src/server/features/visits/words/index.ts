import type { Language } from '#shared/primitives/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** The wording of the homeowner's page for visits. English is the reference. */
export type VisitPageWords = typeof en;

const WORDS: Record<Language, VisitPageWords> = { en, es };

export const visitPageWords = (language: Language): VisitPageWords => WORDS[language];
