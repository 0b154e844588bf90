import express, { type Router } from 'express';
import type { Deps } from '#core/platform/deps.ts';
import { privacyPage, termsPage } from './legal-pages.ts';

/** `GET /privacy` and `GET /terms`: what the consent box of the widget links to (C2). */
export function legalRoutes({ config }: Pick<Deps, 'config'>): Router {
  const routes = express.Router();
  for (const [path, page] of [
    ['/privacy', privacyPage(config)],
    ['/terms', termsPage(config)],
  ] as const)
    routes.get(path, (_request, response) => {
      response.type('html').set('Cache-Control', 'public, max-age=3600').send(page);
    });
  return routes;
}
