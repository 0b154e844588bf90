import type { TextWords } from './index.ts';

/** Phrases for all texts, in Spanish, with GSM-7 characters only. GSM-7 has é, ñ and ¿, but not á, í, ó or ú. */
export const es: TextWords = {
  stopHint: ' Responda STOP para cancelar.',
  /** 'Hola {name}' becomes 'Hola qué tal' if there is no name. */
  there: 'qué tal',
  yourProperty: 'su propiedad',
  yourEstimate: 'su presupuesto',
};
