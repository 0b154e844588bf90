/** What a homeowner reads (decisions.md, Languages). */
export type Language = 'en' | 'es';

/** Where a homeowner's language isn't known. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The locale of each, as `Intl` names it: plurals, numbers and days are all formatted by it. */
export const LOCALE: Record<Language, string> = { en: 'en-US', es: 'es-US' };
