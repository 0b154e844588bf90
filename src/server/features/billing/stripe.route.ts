import { stripeEventsJob } from '#shared/features/billing/billing.jobs.ts';
import express, { type Request, type Response, type Router } from 'express';
import Stripe from 'stripe';
import {
  type Endpoint,
  readEvent,
  type ReceiveDeps,
  receiveEvent,
} from '#core/features/stripe-events/receive-event.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { freeBody, readBody } from '../../http/body-budget.ts';
import type { ServerDeps } from '../../server-deps.ts';

type RouteDeps = ReceiveDeps & Pick<ServerDeps, 'logger' | 'billingQueue'>;

/** Maximum size of a body in bytes. All events are smaller. */
const LARGEST = 512 * 1024;
/** Maximum age of a signature, in seconds of wall-clock time (S8). */
const TOLERANCE = 300;

/**
 * Serves Stripe's webhooks. One endpoint receives the platform's own events, and another receives events from connected
 * accounts. Each endpoint has its own secret. The signature covers the raw body. If the signature is invalid, stale or
 * missing, or if the body isn't an event, the response is 400 and nothing is stored (S8). A valid event is stored once,
 * acknowledged immediately and processed by the worker.
 */
export function stripeRoutes(deps: RouteDeps): Router {
  const routes = express.Router();
  routes.post('/webhooks/stripe', (request, response) => receive(deps, 'platform', request, response));
  routes.post('/webhooks/stripe/connect', (request, response) => receive(deps, 'connect', request, response));
  return routes;
}

async function receive(deps: RouteDeps, endpoint: Endpoint, request: Request, response: Response): Promise<void> {
  const { config, logger } = deps;
  const secret = endpoint === 'platform' ? config.STRIPE_WEBHOOK_SECRET : config.STRIPE_CONNECT_WEBHOOK_SECRET;
  const body = secret === undefined ? undefined : await verified(request, secret);
  if (body === undefined) {
    logger.warn({ path: request.path, configured: secret !== undefined }, 'a webhook has no valid Stripe signature');
    response.status(400).type('text/plain').send('The signature is missing, wrong or too old');
    return;
  }
  const event = readEvent(body);
  if (!event) {
    logger.warn({ path: request.path }, "a signed webhook isn't a Stripe event");
    response.status(400).type('text/plain').send('The body isn’t a Stripe event');
    return;
  }
  const isNew = await receiveEvent(deps, { event, endpoint });
  response.status(200).json({ received: true });
  if (isNew) await deps.billingQueue.enqueue(stripeEventsJob, event.id.replaceAll(':', '-'));
}

/**
 * Returns the signed content, parsed by Stripe's client. Returns undefined if the signature is invalid or the content
 * isn't JSON. Throws APP_ERROR if the body is too large.
 */
async function verified(request: Request, secret: string): Promise<unknown> {
  const signature = request.get('stripe-signature');
  if (signature === undefined || (request.get('content-encoding') ?? 'identity') !== 'identity') return undefined;
  const body = await readBody(request, LARGEST + 1);
  if (body === undefined) return undefined;
  try {
    if (body.length > LARGEST) throw new AppError('That request is too large');
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return undefined;
  } finally {
    freeBody(body);
  }
}
