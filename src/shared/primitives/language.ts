/** A homeowner's language (decisions.md, Languages). */
export type Language = 'en' | 'es';

/** Used if a homeowner's language isn't known. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The `Intl` locale of each language, for plurals, numbers and days. */
export const LOCALE: Record<Language, string> = { en: 'en-US', es: 'es-US' };
