import express, { type Router } from 'express';
import type { Deps } from '#core/platform/deps.ts';
import { LANGUAGES } from '#shared/primitives/language.ts';
import { browserLanguage } from '../../http/browser-language.ts';
import { privacyPage, termsPage } from './legal-pages.ts';

/**
 * `GET /privacy` and `GET /terms`: what the consent box of the widget links to (C2), in the language that `?lang` or
 * the browser names.
 */
export function legalRoutes({ config }: Pick<Deps, 'config'>): Router {
  const routes = express.Router();
  for (const [path, page] of [
    ['/privacy', privacyPage],
    ['/terms', termsPage],
  ] as const) {
    const pages = new Map(LANGUAGES.map((language) => [language, page(config, language)]));
    routes.get(path, (request, response) => {
      response
        .type('html')
        .set({ 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Language' })
        .send(pages.get(browserLanguage(request)));
    });
  }
  return routes;
}
