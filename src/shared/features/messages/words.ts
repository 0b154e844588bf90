import type { Language } from '#shared/primitives/language.ts';

/** Phrases for all SMS messages, in English. They use only GSM-7 characters. */
const en = {
  /** Ends the first text to a number (C6). */
  stopHint: ' Reply STOP to opt out.',
  /** Replaces a missing first name: 'Hi there'. */
  there: 'there',
  /** Replaces a missing street address. */
  yourProperty: 'your property',
  /** Replaces a missing price. */
  yourEstimate: 'your estimate',
};

/** The phrases for SMS messages. English defines the type. Other languages must have the same keys to compile. */
export type TextWords = typeof en;

/**
 * Phrases for all SMS messages, in Spanish. They use only GSM-7 characters, which include é, ñ and ¿, but not á, í, ó
 * or ú.
 */
const es: TextWords = {
  stopHint: ' Responda STOP para cancelar.',
  /** 'Hola {name}' becomes 'Hola qué tal' if there's no name. */
  there: 'qué tal',
  yourProperty: 'su propiedad',
  yourEstimate: 'su presupuesto',
};

const WORDS: Record<Language, TextWords> = { en, es };

export const textWords = (language: Language): TextWords => WORDS[language];
