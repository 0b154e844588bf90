import express, { type Response, type Router } from 'express';
import { z } from 'zod';
import { undoUnsubscribe } from '#core/features/opt-outs/undo-unsubscribe.ts';
import { findSubscription, isUnsubscribed, unsubscribe } from '#core/features/opt-outs/unsubscribe.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { browserLanguage } from '../../http/browser-language.ts';
import { sendPrivately } from '../estimates/send-page.ts';
import {
  cannotUndoPage,
  keptPage,
  noSubscriptionPage,
  resubscribedPage,
  unsubscribedPage,
  unsubscribePage,
} from './unsubscribe-page.tsx';

const undoBody = z.object({ proof: z.string() }).catch({ proof: '' });

/**
 * Serves the unsubscribe link in every follow-up email (C24). GET shows a button or the result. It doesn't change
 * anything, because link scanners follow links. POST suppresses the email address immediately. Both the button and
 * email clients' one-click unsubscribe send a POST. POST returns 200 without a cookie, sign-in or redirect. Repeating
 * it has no further effect. Only the POST response contains the proof that is needed to undo the opt-out. If the token
 * is unknown, the response is 404.
 */
export function unsubscribeRoutes(deps: ServerDeps): Router {
  const routes = express.Router({ caseSensitive: true });
  const notFound = (response: Response) =>
    sendPrivately(response.status(404), (nonce) =>
      noSubscriptionPage(browserLanguage(response.req), deps.config.PRODUCT_NAME, nonce),
    );

  routes.get('/unsubscribe/:token', async (request, response) => {
    const found = await findSubscription(deps, request.params.token);
    if (!found) return notFound(response);
    const done = await isUnsubscribed(deps, found);
    const open = request.query['keep'] === 'yes' ? keptPage : unsubscribePage;
    sendPrivately(response, (nonce) => (done ? unsubscribedPage(found, null, nonce) : open(found, nonce)));
  });

  // the body isn't read, because the URL contains everything needed
  routes.post('/unsubscribe/:token', async (request, response) => {
    const { token } = request.params;
    const found = await findSubscription(deps, token);
    if (!found) return notFound(response);
    const proof = await unsubscribe(deps, found);
    const undo = proof === null ? null : { action: `/unsubscribe/${encodeURIComponent(token)}/undo`, proof };
    sendPrivately(response, (nonce) => unsubscribedPage(found, undo, nonce));
  });

  const read = express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 4 });
  routes.post('/unsubscribe/:token/undo', read, async (request, response) => {
    const found = await findSubscription(deps, request.params.token);
    if (!found) return notFound(response);
    const undone = await undoUnsubscribe(deps, found, undoBody.parse(request.body).proof);
    sendPrivately(response, (nonce) => (undone ? resubscribedPage : cannotUndoPage)(found, nonce));
  });
  return routes;
}
