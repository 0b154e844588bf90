import express, { type Router } from 'express';
import { findFencePicture } from '#core/features/estimates/fence-picture.ts';
import { PicturesBusy } from '#core/platform/pictures/draw-picture.ts';

/** `/fence/:name.png`: a drawing of a fence for emails, which can't contain SVG. */
export function fencePictureRoutes(): Router {
  const routes = express.Router({ caseSensitive: true });
  routes.get('/fence/:name', async (req, res, next) => {
    try {
      const content = await findFencePicture(req.path);
      if (!content) return next();
      res.set({
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      });
      res.send(content);
    } catch (error) {
      if (!(error instanceof PicturesBusy)) throw error;
      res.status(503).set('Retry-After', '5').end();
    }
  });
  return routes;
}
