import type { RequestHandler } from 'express';
import { asRequester } from '#core/platform/db/requester.ts';
import { networkOf } from '#shared/primitives/network.ts';

/**
 * Counts the request's database connections toward its network until a procedure identifies the user. Webhooks from
 * providers use the 'write' limit. All other requests use the 'public' limit. If the client of a GET or HEAD request
 * disconnects, its queries stop waiting for a connection. Other requests still run.
 */
export const visitor: RequestHandler = (req, res, next) => {
  const asks = req.method === 'GET' || req.method === 'HEAD';
  const lane = req.path.startsWith('/webhooks/') ? 'write' : 'public';
  asRequester({ owner: networkOf(req.ip ?? ''), lane, gone: asks ? goneSignal(res) : undefined }, next);
};

function goneSignal(res: Parameters<RequestHandler>[1]): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}
