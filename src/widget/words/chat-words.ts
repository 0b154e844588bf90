import type { Language } from '#shared/primitives/language.ts';
import { en } from './chat-words.en.ts';
import { es } from './chat-words.es.ts';

/** The words of the chat. English defines the type: another language must have the same keys to compile. */
export type ChatWords = typeof en;

const WORDS: Record<Language, ChatWords> = { en, es };

/** Returns the chat's words in a language. */
export const chatWords = (language: Language): ChatWords => WORDS[language];
