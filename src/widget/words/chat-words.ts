import type { Language } from '#shared/primitives/language.ts';
import { en } from './chat-words.en.ts';
import { es } from './chat-words.es.ts';

/** The words of the conversation. English defines the type: a language with other texts doesn't compile. */
export type ChatWords = typeof en;

const WORDS: Record<Language, ChatWords> = { en, es };

/** Returns the conversation's words in a language. */
export const chatWords = (language: Language): ChatWords => WORDS[language];
