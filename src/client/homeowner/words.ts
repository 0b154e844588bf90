import type { Language } from '#shared/primitives/language.ts';

const en = {
  sending: 'Sending...',
  offline: 'We couldn’t connect. Nothing was sent, but what you typed is saved. Try again',
};

const es: typeof en = {
  sending: 'Enviando...',
  offline: 'No pudimos conectarnos. No se envió nada y lo que escribió se conserva. Intente otra vez',
};

const WORDS: Record<Language, typeof en> = { en, es };

/** Returns the script's strings in the page's language, or in English if that language isn't available. */
export const pageWords = (): typeof en =>
  Object.entries(WORDS).find(([language]) => language === document.documentElement.lang)?.[1] ?? en;
