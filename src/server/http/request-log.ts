import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '#core/platform/log.ts';

/**
 * Path segments that none of our addresses contain: email addresses, encoded characters, and long strings such as
 * tokens.
 */
const STRANGE = /\/(?:[^/]*[@%][^/]*|[\w-]{40,}[^/]*)/g;

/** A path that is safe to log: without the query (searches, names) and without the tokens of private links. */
export const redactPath = (url: string): string =>
  url
    .replace(/\?.*$/s, '')
    .replace(/^\/+(estimate|unsubscribe|e)\/+[^/]+?(?=\.pdf$|\/|$)/i, '/$1/:token')
    .replace(STRANGE, '/:hidden');

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/** Logs one line for each request: method, path, status, duration. No IP address, no headers, no personal data. */
export const requestLog = (logger: Logger): RequestHandler =>
  pinoHttp({
    logger,
    quietReqLogger: true,
    autoLogging: { ignore: (req) => QUIET.has(req.url ?? '') },
    customLogLevel: (_req, res) => (res.statusCode >= 500 ? 'warn' : 'info'),
    serializers: {
      req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({
        id,
        method,
        path: redactPath(url),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      err: ({ type, message }: { type: string; message: string }) => ({ type, message }),
    },
  });
