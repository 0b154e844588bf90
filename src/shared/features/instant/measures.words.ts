import type { Language } from '../../primitives/language.ts';

/**
 * What an instant estimate's price rests on. It's a part of the terms that the homeowner signs, because nobody has
 * measured yet.
 */
export const ON_YOUR_MEASURES: Record<Language, string> = {
  en: 'This price assumes the measurements you gave. We confirm them on site before work starts. If they differ, we send a change for you to sign, or you may cancel and get your deposit back.',
  es: 'Este precio supone las medidas que usted dio. Las confirmamos en el lugar antes de empezar. Si son distintas, le enviamos un cambio para firmar, o puede cancelar y recuperar su depósito.',
};

interface Terms {
  terms: string;
  /** The terms in the other language. Null if they're the same. */
  otherTerms: string | null;
}

/** Puts the sentence before the terms, in each language. */
export const termsOnYourMeasures = ({ terms, otherTerms }: Terms, language: Language): Terms => {
  const say = (text: string, in_: Language) => `${ON_YOUR_MEASURES[in_]}\n\n${text}`;
  return {
    terms: say(terms, language),
    otherTerms: say(otherTerms ?? terms, language === 'en' ? 'es' : 'en'),
  };
};
