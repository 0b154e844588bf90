import express, { type Router } from 'express';
import { findAnyLogo } from '#core/features/company/logo.ts';
import type { ServerDeps } from '../../server-deps.ts';

const NAME = /^([0-9a-f]{64})\.png$/;

/**
 * Serves a company's logo at `/logos/:hash.png`. Emails, the widget and estimates use this URL. Any site can embed it.
 */
export function logoRoutes(deps: ServerDeps): Router {
  const routes = express.Router({ caseSensitive: true });
  routes.get('/logos/:name', async (req, res, next) => {
    const hash = NAME.exec(req.params.name)?.[1];
    const content = hash === undefined ? undefined : await findAnyLogo(deps, hash);
    if (!content) return next();
    res.set({
      'Content-Type': 'image/png',
      'Content-Disposition': 'inline',
      // can be cached permanently, because the URL contains the content's hash
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    res.send(content);
  });
  return routes;
}
