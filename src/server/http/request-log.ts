import type { RequestHandler } from 'express';
import type { Logger } from '#core/platform/log.ts';

/**
 * Matches path segments to redact: email addresses, encoded characters, and long strings such as tokens. None of our
 * own paths contain these.
 */
const STRANGE = /\/(?:[^/]*[@%][^/]*|[\w-]{40,}[^/]*)/g;

/** Returns a path that is safe to log. Removes the query (searches, names) and the private link's token. */
export const redactPath = (url: string): string =>
  url
    .replace(/\?.*$/s, '')
    .replace(
      /^\/+(estimate|unsubscribe|e|visit|calendar|api\/+visit\/+v1)\/+[^/]+?(?=\.pdf$|\.ics$|\/|$)/i,
      '/$1/:token',
    )
    .replace(STRANGE, '/:hidden');

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

let requests = 0;

/**
 * Logs one line per request with its number, method, path, status and duration in milliseconds. Omits IP addresses,
 * headers and all content.
 */
export const requestLog =
  (logger: Logger): RequestHandler =>
  (req, res, next) => {
    const { method, url } = req;
    if (QUIET.has(url)) return next();
    requests += 1;
    const [id, began] = [requests, Date.now()];
    // 'close' also fires if the client disconnects before the response
    res.once('close', () => {
      const level = res.statusCode >= 500 ? 'warn' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      const line = {
        req: { id, method, path: redactPath(url) },
        res: { statusCode: res.statusCode },
        responseTime: Date.now() - began,
      };
      logger[level](line, res.writableFinished ? 'request completed' : 'request aborted');
    });
    next();
  };
