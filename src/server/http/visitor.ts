import type { RequestHandler } from 'express';
import { asRequester } from '#core/platform/db/requester.ts';
import { networkOf } from '#shared/primitives/network.ts';

/**
 * What a request asks of the database counts for its network, in the visitors' share (providers' webhooks among the
 * changes), until it is known who is signed in. A query whose client has gone stops waiting; a change doesn't, for a
 * page that is left means what it sent.
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
