import express, { type Request, type RequestHandler, type Router } from 'express';
import { findFencePicture } from '#core/features/estimates/fence-picture.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { drawPlanPicture } from '#core/features/messages/plan-picture.ts';
import { PicturesBusy } from '#core/platform/pictures/draw-picture.ts';

/**
 * Serves images of fences for emails, which can't contain SVG. `/fence/:name.png` shows a generic fence, and
 * `/fence/plan/:token.png` shows a top view of the fence that the homeowner drew. The signed token encodes the fence's
 * shape.
 */
export function fencePictureRoutes({ config }: Pick<ServerDeps, 'config'>): Router {
  const routes = express.Router({ caseSensitive: true });
  const send =
    (find: (req: Request) => Promise<Buffer | undefined>): RequestHandler =>
    async (req, res, next) => {
      try {
        const content = await find(req);
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
    };
  routes.get(
    '/fence/:name',
    send((req) => findFencePicture(req.path)),
  );
  routes.get(
    '/fence/plan/:token.png',
    send((req) => drawPlanPicture(config, String(req.params['token']))),
  );
  return routes;
}
