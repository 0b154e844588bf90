import type { Request } from 'express';
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language, readLanguage } from '#shared/primitives/language.ts';

/** The language of a page that doesn't know its reader: the one that `?lang` names, else the browser's. */
export const browserLanguage = (req: Request): Language =>
  readLanguage(req.query['lang']) ?? acceptedLanguage(req.get('accept-language')) ?? DEFAULT_LANGUAGE;
