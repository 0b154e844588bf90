import type { Language } from '../../primitives/language.ts';
import { DEFAULT_TERMS_ES } from './default-terms.es.ts';
import { DEFAULT_TERMS } from './default-terms.ts';

/**
 * Returns a company's terms in a language. A company without Spanish terms gets the default Spanish terms if it hasn't
 * changed the default English terms. Otherwise, its English terms are returned, because only the contractor may reword
 * their contract.
 */
export const termsIn = (language: Language, { en, es }: { en: string; es: string | null }): string => {
  if (language === 'en') return en;
  return es ?? (en === DEFAULT_TERMS ? DEFAULT_TERMS_ES : en);
};
