/** The languages of what homeowners read (decisions.md, Languages). */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Used if a homeowner's language isn't known. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The `Intl` locale of each language, for plurals, numbers and days. */
export const LOCALE: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** The language's own name, for people who switch to it. */
export const LANGUAGE_NAME: Record<Language, string> = { en: 'English', es: 'Español' };

/** Reads a code such as 'es', 'es-MX' or 'ES_us'; undefined if we don't speak the language. */
export const readLanguage = (code: unknown): Language | undefined =>
  typeof code === 'string'
    ? LANGUAGES.find((language) => new RegExp(`^${language}(?:[-_]|$)`, 'i').test(code.trim()))
    : undefined;

/** The first language of an `Accept-Language` header that we speak, by the header's weights. */
export const acceptedLanguage = (header: string | undefined): Language | undefined => {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [code = '', ...parameters] = part.split(';');
      const weight = /^\s*q=([\d.]+)\s*$/.exec(parameters.find((each) => each.includes('q=')) ?? 'q=1')?.[1];
      return { language: readLanguage(code), weight: Number(weight ?? 0) };
    });
  return wanted
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .find(({ language }) => language)?.language;
};

/** The language of a lead's messages: English if it isn't known. */
export const languageOf = (lead: { language: Language | null } | null | undefined): Language =>
  lead?.language ?? DEFAULT_LANGUAGE;
