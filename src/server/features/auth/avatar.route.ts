import express, { type Router } from 'express';
import { uuidSchema } from '#shared/primitives/ids.ts';
import { type AvatarDeps, findAvatar } from '#core/features/auth/avatar.ts';

/** `/avatars/:id`: a person's picture. Its address is new with each picture, so it may be kept for ever. */
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
      // whatever else the bytes may be read as, nothing in them runs
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    res.send(picture.content);
  });
  return routes;
}
