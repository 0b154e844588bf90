import type { TextWords } from './index.ts';

/**
 * What every text may contain, in Spanish and using only the characters of GSM-7: it has é, ñ and ¿, but not á, í, ó or
 * ú.
 */
export const es: TextWords = {
  stopHint: ' Responda STOP para cancelar.',
  /** 'Hola {name}' without a name becomes 'Hola qué tal'. */
  there: 'qué tal',
  yourProperty: 'su propiedad',
  yourEstimate: 'su presupuesto',
};
