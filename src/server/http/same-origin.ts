import type { RequestHandler } from 'express';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';

/**
 * Accepts a request if it has no `Origin` or if its `Origin` is one of ours. Refuses all others, so that other sites
 * can't use the session cookie (docs/security.md, 'Signing in'). Our own origins are PUBLIC_URL and the requested host,
 * so both 127.0.0.1 and localhost work.
 */
export const sameOrigin =
  (publicUrl: string): RequestHandler =>
  (req, res, next) => {
    const origin = req.get('origin');
    if (origin === undefined) return next();
    const ours = [new URL(publicUrl).origin, `${req.protocol}://${req.get('host') ?? ''}`];
    if (ours.includes(origin)) return next();
    // responds in tRPC's error format, because the caller is a tRPC client
    res.status(403).json({
      error: {
        message: 'This request came from another site',
        code: TRPC_ERROR_CODES_BY_KEY.FORBIDDEN,
        data: { code: 'FORBIDDEN', httpStatus: 403 },
      },
    });
  };
