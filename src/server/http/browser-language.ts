import type { Request } from 'express';
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language, readLanguage } from '#shared/primitives/language.ts';

/** Returns a page's language for an unknown visitor: the language in `?lang`, or else the browser's language. */
export const browserLanguage = (req: Request): Language =>
  readLanguage(req.query['lang']) ?? acceptedLanguage(req.get('accept-language')) ?? DEFAULT_LANGUAGE;
