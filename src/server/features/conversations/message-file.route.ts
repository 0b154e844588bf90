import express, { type Router } from 'express';
import { uuidSchema } from '#shared/primitives/ids.ts';
import { readMessageFile } from '#core/features/conversations/message-file.ts';
import { isPicture } from '#shared/features/conversations/media.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { asViewer } from '../../as-viewer.ts';
import type { ServerDeps } from '../../server-deps.ts';

const PICTURE: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' };

/**
 * Serves a file that came with a homeowner's text at `/api/messages/:id/files/:name`, to members of the company that
 * received it. Images are displayed inline. Every other type is downloaded, regardless of its content.
 */
export function messageFileRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  routes.get('/api/messages/:id/files/:name', async (req, res, next) => {
    const { viewer } = await deps.sessions.read(req.headers.cookie);
    if (!viewer) throw new AppError('Please sign in', 'UNAUTHENTICATED');
    const id = uuidSchema().safeParse(req.params['id']);
    if (!viewer.company || !id.success) return next();
    const { name } = req.params;
    const file = { companyId: viewer.company.id, messageId: id.data, name };
    const content = await asViewer(viewer, 'read', () => readMessageFile(deps, file));
    const type = isPicture(name) ? PICTURE[name.split('.').at(-1) ?? ''] : undefined;
    res.attachment(name);
    res.set({
      'Content-Type': type ?? 'application/octet-stream',
      ...(type !== undefined && { 'Content-Disposition': 'inline' }),
      'Cache-Control': 'private, max-age=86400',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    res.send(content);
  });
  return routes;
}
