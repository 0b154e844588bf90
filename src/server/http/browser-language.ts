import type { Request } from 'express';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES, readLanguage } from '#shared/primitives/language.ts';

/** Returns the supported language that the browser prefers. Undefined if it names none. */
export const acceptedLanguage = (req: Request): Language | undefined => {
  const wanted = (req.get('accept-language') ?? '').replaceAll(/\*[^,]*/g, '');
  return wanted.trim() === '' ? undefined : readLanguage(req.acceptsLanguages([...LANGUAGES]));
};

/** Returns a page's language for an unknown visitor: the language in `?lang`, or else the browser's language. */
export const browserLanguage = (req: Request): Language =>
  readLanguage(req.query['lang']) ?? acceptedLanguage(req) ?? DEFAULT_LANGUAGE;
