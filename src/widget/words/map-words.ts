import type { Language } from '#shared/primitives/language.ts';
import { en } from './map-words.en.ts';
import { es } from './map-words.es.ts';

/** The words of the map. English defines the type: a language with other texts or placeholders doesn't compile. */
export type MapWords = typeof en;

const WORDS: Record<Language, MapWords> = { en, es };

/** Returns the map's words in a language. */
export const mapWords = (language: Language): MapWords => WORDS[language];
