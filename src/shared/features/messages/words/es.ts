import type { TextWords } from './index.ts';

/**
 * Phrases for all SMS messages, in Spanish. They use only GSM-7 characters, which include é, ñ and ¿, but not á, í, ó
 * or ú.
 */
export const es: TextWords = {
  stopHint: ' Responda STOP para cancelar.',
  /** 'Hola {name}' becomes 'Hola qué tal' if there's no name. */
  there: 'qué tal',
  yourProperty: 'su propiedad',
  yourEstimate: 'su presupuesto',
};
