/** The languages of Picket's pages and messages for homeowners (docs/architecture.md, 'Languages'). */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language used if a homeowner's language is unknown. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The `Intl` locale of each language, for plurals, numbers and dates. */
export const LOCALE: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** Each language's name in that language, for the language switch. */
export const LANGUAGE_NAME: Record<Language, string> = { en: 'English', es: 'Español' };

/** Parses a code such as 'es', 'es-MX' or 'ES_us'. Returns undefined if the language isn't supported. */
export const readLanguage = (code: unknown): Language | undefined =>
  typeof code === 'string'
    ? LANGUAGES.find((language) => new RegExp(`^${language}(?:[-_]|$)`, 'i').test(code.trim()))
    : undefined;

/** Returns the language for messages to a lead: English if the lead's language is unknown. */
export const languageOf = (lead: { language: Language | null } | null | undefined): Language =>
  lead?.language ?? DEFAULT_LANGUAGE;
