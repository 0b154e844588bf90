import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '#core/platform/log.ts';

/**
 * What stands in no address of ours, though people send it: an email address, anything encoded, what is as long as a
 * token.
 */
const STRANGE = /\/(?:[^/]*[@%][^/]*|[\w-]{40,}[^/]*)/g;

/** A path fit for a log: without the query (searches, names) and without the tokens of private links. */
export const redactPath = (url: string): string =>
  url
    .replace(/\?.*$/s, '')
    .replace(/^\/+(estimate|unsubscribe|e)\/+[^/]+?(?=\.pdf$|\/|$)/i, '/$1/:token')
    .replace(STRANGE, '/:hidden');

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/** One line a request: method, path, status, time. No address, no header, nothing that a person sent. */
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
