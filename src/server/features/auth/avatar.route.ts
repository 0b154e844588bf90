import express, { type Router } from 'express';
import { uuidSchema } from '#shared/primitives/ids.ts';
import { type AvatarDeps, findAvatar } from '#core/features/auth/avatar.ts';

/** `/avatars/:id`: a user's image. Each image has a new URL, so it can be cached permanently. */
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
      // however a browser interprets the bytes, no script in them runs
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    res.send(picture.content);
  });
  return routes;
}
