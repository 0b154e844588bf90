import type { Language } from '#shared/primitives/language.ts';
import { en } from './chat-words.en.ts';
import { es } from './chat-words.es.ts';

/** The chat's strings. English defines the type. Any other language must have the same keys to compile. */
export type ChatWords = typeof en;

const WORDS: Record<Language, ChatWords> = { en, es };

/** Returns the chat's strings in a language. */
export const chatWords = (language: Language): ChatWords => WORDS[language];
