import type { Language } from '#shared/primitives/language.ts';
import { en } from './map-words.en.ts';
import { es } from './map-words.es.ts';

/**
 * The map's strings. English defines the type. Any other language must have the same keys and placeholders to compile.
 */
export type MapWords = typeof en;

const WORDS: Record<Language, MapWords> = { en, es };

/** Returns the map's strings in a language. */
export const mapWords = (language: Language): MapWords => WORDS[language];
