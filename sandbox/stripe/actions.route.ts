import { type Request, Router } from 'express';
import { z } from 'zod';
import { AppError } from '#shared/primitives/app-error.ts';
import { parsed } from '../api/problems.ts';
import { completeAccount, restrictAccount } from './accounts.ts';
import { completeSession, expireSession, readSession } from './checkout.ts';
import { StripeProblem } from './errors.ts';
import { chargeOf, dispute, listPayments, paymentOf, refund, settle } from './payments.ts';
import { shown } from './session-plan.ts';
import type { StripeWorld } from './stripe-world.ts';
import { endSubscription, failRenewal, renewSubscription } from './subscriptions.ts';

type Action = (world: StripeWorld, id: string, body: unknown) => unknown;

const sentence = (what: string) => ({ error: what });
const completeInput = z.object({
  paymentStatus: z
    .enum(['paid', 'unpaid'], sentence("paymentStatus is 'paid' or 'unpaid' (a bank debit)."))
    .default('paid'),
});
const settleInput = z.object({
  outcome: z.enum(['succeeded', 'failed'], sentence("outcome is 'succeeded' or 'failed'.")).default('succeeded'),
});
const refundInput = z.object({ amountCents: z.int('amountCents is a whole number of cents.').positive().optional() });
const disputeInput = z.object({ outcome: z.enum(['won', 'lost'], sentence("outcome is 'won' or 'lost'.")).optional() });

/** Stripe actions that a user, a bank or the passage of time triggers. */
const ACTIONS: Record<string, Action> = {
  'checkouts/complete': (world, id, body) => completeSession(world, id, parsed(completeInput, body).paymentStatus),
  'checkouts/expire': (world, id) => (readSession(world, id), expireSession(world, id)),
  'accounts/complete': (world, id) => completeAccount(world, id),
  'accounts/restrict': (world, id) => restrictAccount(world, id),
  'subscriptions/renew': (world, id) => renewSubscription(world, id),
  'subscriptions/fail': (world, id) => failRenewal(world, id),
  'subscriptions/cancel': (world, id) => endSubscription(world, id),
  'payments/settle': (world, id, body) => settle(world, id, parsed(settleInput, body).outcome),
  'payments/refund': (world, id, body) => {
    const { owner, intent } = paymentOf(world, id);
    return refund(world, owner, chargeOf(world, owner, intent), { cents: parsed(refundInput, body).amountCents });
  },
  'payments/dispute': (world, id, body) => dispute(world, id, parsed(disputeInput, body).outcome),
};

/** `POST /api/<things>/:id/<action>`. Responds with the changed object. */
export function stripeActionRoutes(world: StripeWorld): Router {
  const router = Router();
  for (const [name, act] of Object.entries(ACTIONS)) {
    const [things, action] = name.split('/');
    router.post(`/api/${things}/:id/${action}`, (request: Request<{ id: string }>, response) => {
      response.json(done(() => act(world, request.params.id, request.body)));
    });
  }
  router.get('/api/payments', (_request, response) => {
    response.json(listPayments(world));
  });
  router.get('/api/checkouts/:id', (request: Request<{ id: string }>, response) => {
    response.json(done(() => shown(readSession(world, request.params.id).session)));
  });
  return router;
}

/** Runs `work`. Converts a Stripe error to an error from the sandbox's own API. */
function done(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    throw new AppError(error.message, error.status === 404 ? 'NOT_FOUND' : 'CONFLICT');
  }
}
