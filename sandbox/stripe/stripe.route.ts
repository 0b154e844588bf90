import express, { type Request, type Response, Router } from 'express';
import type { FaultMode, Faults } from '../faults.ts';
import { answerOf } from './answers.ts';
import { badKey, noRoute, StripeProblem } from './errors.ts';
import { decodeForm, type Form } from './form.ts';
import type { Idempotency } from './idempotency.ts';
import { newId } from './stripe-objects.ts';
import { ROUTES, type StripeRoute } from './resources.ts';
import type { Owner, StripeWorld } from './stripe-world.ts';

export interface StripeRouteDeps {
  world: StripeWorld;
  faults: Faults;
  idempotency: Idempotency;
}

/** Serves the api.stripe.com/v1 routes with authentication, faults, idempotency and Stripe's error format. */
export function stripeRoutes(deps: StripeRouteDeps): Router {
  const router = Router();
  router.use(express.text({ type: 'application/x-www-form-urlencoded', limit: '256kb' }));
  router.use((request, response, next) => {
    response.set('Request-Id', newId('req'));
    if (knows(request, deps.world)) next();
    else refuse(response, badKey());
  });
  for (const route of ROUTES) {
    const [method, path] = route;
    router[method](path, (request: Request<{ id?: string }>, response) => handle(deps, route, request, response));
  }
  router.use((request, response) => refuse(response, noRoute(request.method, request.originalUrl)));
  return router;
}

function handle(
  deps: StripeRouteDeps,
  route: StripeRoute,
  request: Request<{ id?: string }>,
  response: Response,
): void {
  const write = request.method !== 'GET';
  const fault = deps.faults.take('stripe', write ? 'write' : 'read');
  if (broken(fault, response)) return;
  const { status, body, again } = answer(deps, route, request);
  if (fault === 'drop_after_accept') {
    response.socket?.destroy();
    return;
  }
  if (again) response.set('Idempotent-Replayed', 'true');
  response.status(status).json(body);
}

interface Answered {
  status: number;
  body: unknown;
  again: boolean;
}

function answer(
  { world, idempotency }: StripeRouteDeps,
  [, , run]: StripeRoute,
  request: Request<{ id?: string }>,
): Answered {
  const owner: Owner = request.get('stripe-account') ?? null;
  const key = request.method === 'POST' ? request.get('idempotency-key') : undefined;
  const asked = `${request.originalUrl} ${owner ?? ''} ${bodyOf(request)}`;
  try {
    if (owner !== null) requireAccount(world, owner);
    const known = key === undefined ? undefined : idempotency.recall(key, asked);
    if (known !== undefined) return { ...known, again: true };
    const form = formOf(request);
    const value = run({
      world,
      owner,
      id: request.params.id ?? '',
      form,
      path: new URL(request.originalUrl, 'http://sandbox').pathname,
    });
    const body = answerOf(world, owner, value, form);
    if (key !== undefined) idempotency.remember(key, asked, 200, body);
    return { status: 200, body, again: false };
  } catch (error) {
    // The request was rejected before it had any effect. In that case, Stripe doesn't store the response for the key.
    if (error instanceof StripeProblem) return { status: error.status, body: error.body(), again: false };
    throw error;
  }
}

const bodyOf = (request: Request<{ id?: string }>): string => (typeof request.body === 'string' ? request.body : '');

function formOf(request: Request<{ id?: string }>): Form {
  const query = new URL(request.originalUrl, 'http://sandbox').search.slice(1);
  return decodeForm(request.method === 'POST' ? bodyOf(request) : query);
}

function requireAccount(world: StripeWorld, id: string): void {
  if (world.find('account', id, null) !== undefined) return;
  throw new StripeProblem(
    `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    { status: 403, code: 'account_invalid' },
  );
}

function knows(request: Request, world: StripeWorld): boolean {
  const header = request.get('authorization') ?? '';
  const basic = /^Basic /i.test(header)
    ? Buffer.from(header.slice(6), 'base64').toString().replace(/:$/, '')
    : undefined;
  return (basic ?? header.replace(/^Bearer /i, '')) === world.options.stripe.secretKey;
}

function refuse(response: Response, problem: StripeProblem): void {
  response.status(problem.status).json(problem.body());
}

/**
 * Applies the fault: responds with an error, or never responds. Returns false if the request should proceed. A request
 * with a fault has no effect.
 */
function broken(fault: FaultMode, response: Response): boolean {
  if (fault === 'http500')
    refuse(response, new StripeProblem('An unknown error occurred', { status: 500, type: 'api_error' }));
  else if (fault === 'http429')
    refuse(response, new StripeProblem('Too many requests. Try again later.', { status: 429, code: 'rate_limit' }));
  else if (fault === 'reject')
    refuse(response, new StripeProblem('The sandbox was asked to refuse this request.', { status: 400 }));
  else if (fault === 'hang_up') response.socket?.destroy();
  return fault !== 'none' && fault !== 'drop_after_accept';
}
