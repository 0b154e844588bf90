import express, { type Router } from 'express';
import { uuidSchema } from '#shared/primitives/ids.ts';
import { type AvatarDeps, findAvatar } from '#core/features/auth/avatar.ts';

/** Serves a user's image at `/avatars/:id`. Each image has its own URL, so it can be cached permanently. */
export function avatarRoutes(deps: AvatarDeps): Router {
  const routes = express.Router();
  routes.get('/avatars/:id', async (req, res, next) => {
    const id = uuidSchema().safeParse(req.params['id']);
    const picture = id.success ? await findAvatar(deps, id.data) : undefined;
    if (!picture) return next();
    res.set({
      'Content-Type': picture.type,
      'Content-Disposition': 'inline',
      'Cache-Control': 'private, max-age=31536000, immutable',
      // prevents scripts in the image from running, regardless of the type that the browser detects
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    res.send(picture.content);
  });
  return routes;
}
