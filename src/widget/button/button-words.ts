import type { Language } from '#shared/primitives/language.ts';

interface ButtonWords {
  language: Language;
  /** The button's label, which is also the dialog's name. */
  open: string;
  close: string;
}

/** The floating button's strings, which are needed before the settings arrive. */
export const BUTTON_WORDS: Record<Language, ButtonWords> = {
  en: { language: 'en', open: 'Get your fence price', close: 'Close' },
  es: { language: 'es', open: 'Vea el precio de su cerca', close: 'Cerrar' },
};
