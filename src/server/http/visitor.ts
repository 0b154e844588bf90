import type { RequestHandler } from 'express';
import { asRequester } from '#core/platform/db/requester.ts';
import { networkOf } from '#shared/primitives/network.ts';

/**
 * Assigns the request's database work to its network, in the visitors' share (in the share for changes for providers'
 * webhooks), until a procedure identifies the user. If the client disconnects, a query stops waiting for a connection;
 * a change doesn't, because the user still wants it.
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
