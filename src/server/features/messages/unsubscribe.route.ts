import express, { type Response, type Router } from 'express';
import { findSubscription, isUnsubscribed, unsubscribe } from '#core/features/opt-outs/unsubscribe.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { noSubscriptionPage, unsubscribedPage, unsubscribePage } from './unsubscribe-page.ts';

/**
 * The link of every follow-up mail (C24). GET shows a button, or that it is done, and changes nothing: scanners follow links;
 * POST, by the button or by a mail program's one click, suppresses at once: 200, no cookie, no sign-in, no
 * redirect, and the same again does no harm. A token that is not ours: 404.
 */
export function unsubscribeRoutes(deps: ServerDeps): Router {
  const routes = express.Router({ caseSensitive: true });

  routes.get('/unsubscribe/:token', async (request, response) => {
    privately(response);
    const found = await findSubscription(deps, request.params.token);
    if (!found) response.status(404).send(noSubscriptionPage());
    else response.send((await isUnsubscribed(deps, found)) ? unsubscribedPage(found) : unsubscribePage(found));
  });

  // the body says nothing that the address does not: it is not even read
  routes.post('/unsubscribe/:token', async (request, response) => {
    privately(response);
    const found = await findSubscription(deps, request.params.token);
    if (!found) {
      response.status(404).send(noSubscriptionPage());
      return;
    }
    await unsubscribe(deps, found);
    response.send(unsubscribedPage(found));
  });
  return routes;
}

const privately = (response: Response): void => {
  response.type('html').set({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  });
};
