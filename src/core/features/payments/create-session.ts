import { sql } from 'kysely';
import type Stripe from 'stripe';
import { z } from 'zod';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import { inCompany } from '../../platform/db/app.ts';
import { isKeyTaken, isMissing, isRefused, type StripeClient } from '../../platform/stripe.ts';
import { endOperation, noteCreatedIn } from '../billing/operations.repository.ts';
import type { BillingDeps } from '../billing/billing-deps.ts';
import { ensureToken, estimateUrl } from '../estimates/estimate-links.ts';
import type { OpenPayment } from './payments.repository.ts';

const sessionRequest = z.object({
  name: z.string(),
  /** Null if the payer enters their email address on Stripe's page. */
  email: z.string().nullable(),
  /** The language of Stripe's page. If missing, Stripe uses the browser's language. */
  locale: z.enum(['en', 'es-419']).optional(),
  /** In whole seconds. */
  expiresAt: z.number(),
  metadata: z.record(z.string(), z.string()),
});
/**
 * The request to Stripe. It's stored before the call, so that a retry sends the same request (S15). It contains neither the
 * estimate link's token nor the amount and the fee: those are the payment's own, which never change.
 */
export type SessionRequest = z.infer<typeof sessionRequest>;

const LONGEST_LIST = 100;

/**
 * Returns a payment's checkout, and creates it if needed. The operation's id is Stripe's idempotency key, so repeated
 * calls create only one checkout (S15). After 23 hours, Stripe may no longer recognize the key, so the checkout is
 * looked up instead. If there's no checkout and none can be created, cancels the payment and returns undefined. Rejects
 * with Stripe's own errors if Stripe refuses or doesn't answer.
 */
export async function createSession(
  deps: BillingDeps,
  stripe: StripeClient,
  payment: OpenPayment,
): Promise<Stripe.Checkout.Session | undefined> {
  const operation = await findOperation(deps, payment);
  const request = sessionRequest.parse(operation.request);
  try {
    if (operation.fresh) return await create(deps, stripe, { payment, request, key: operation.id });
  } catch (error) {
    // A refused request created nothing. If the key is taken, an earlier request created a checkout.
    if (isRefused(error) || isMissing(error)) await cancelPayment(deps, payment);
    if (!isKeyTaken(error)) throw error;
  }
  const found = await findLost(stripe, payment);
  if (!found) await cancelPayment(deps, payment);
  return found;
}

const findOperation = ({ db }: BillingDeps, { company_id: companyId, operation_id: id }: OpenPayment) =>
  inCompany(db, companyId, (tx) =>
    tx
      .selectFrom('stripe_operations')
      .select(['id', 'request', sql<boolean>`created_at > now() - interval '23 hours'`.as('fresh')])
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

async function create(
  deps: BillingDeps,
  stripe: StripeClient,
  { payment, request, key }: { payment: OpenPayment; request: SessionRequest; key: string },
): Promise<Stripe.Checkout.Session> {
  const { name, email, locale, expiresAt } = request;
  const { amount_cents: amountCents, fee_cents: feeCents } = payment;
  const page = await pageOf(deps, payment);
  const metadata = { ...request.metadata, paymentId: payment.id, operationId: key };
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      submit_type: 'pay',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name } } }],
      payment_intent_data: {
        description: name,
        metadata,
        // Stripe doesn't accept a fee of 0, so a zero fee is omitted.
        ...(feeCents > 0 && { application_fee_amount: feeCents }),
      },
      ...(email !== null && { customer_email: email }),
      ...(locale !== undefined && { locale }),
      client_reference_id: payment.id,
      metadata,
      expires_at: expiresAt,
      success_url: `${page}?payment=done`,
      cancel_url: `${page}?payment=cancelled`,
    },
    { stripeAccount: payment.stripe_account_id, idempotencyKey: key },
  );
}

/**
 * Returns the URL of the estimate's page. The link's token is read here, so that payment rows don't have to contain it.
 */
const pageOf = ({ db, config, clock }: BillingDeps, payment: OpenPayment): Promise<string> =>
  inCompany(db, payment.company_id, async (tx) =>
    estimateUrl(
      config,
      await ensureToken(tx, {
        companyId: payment.company_id,
        estimateId: payment.estimate_id,
        secret: config.APP_SECRET,
        at: clock.now(),
      }),
    ),
  );

/**
 * If a checkout's id wasn't recorded, finds the checkout by its metadata. Searches the checkouts that the account
 * created around that time.
 */
async function findLost(
  stripe: StripeClient,
  { created_at: at, operation_id: key, stripe_account_id: stripeAccount }: OpenPayment,
): Promise<Stripe.Checkout.Session | undefined> {
  const from = Math.floor((at.getTime() - HOUR) / SECOND);
  const to = Math.ceil((at.getTime() + 24 * HOUR) / SECOND);
  const listed = stripe.checkout.sessions.list(
    { created: { gte: from, lte: to }, limit: LONGEST_LIST },
    { stripeAccount },
  );
  for await (const session of listed) if (session.metadata?.['operationId'] === key) return session;
  return undefined;
}

/**
 * Stores the id of a payment's checkout. Returns false if the company has disconnected that Stripe account in the
 * meantime. In that case, the caller must not return the checkout's URL.
 */
export const keepSession = ({ db }: BillingDeps, payment: OpenPayment, sessionId: string): Promise<boolean> =>
  inCompany(db, payment.company_id, async (tx) => {
    await tx
      .updateTable('payments')
      .set({ stripe_session_id: sessionId })
      .where('company_id', '=', payment.company_id)
      .where('id', '=', payment.id)
      .where('stripe_session_id', 'is', null)
      .execute();
    const operation = { companyId: payment.company_id, id: payment.operation_id };
    await noteCreatedIn(tx, operation, { stripeId: sessionId, status: 'open' });
    const company = await tx
      .selectFrom('company_profiles')
      .select('stripe_account_id')
      .where('id', '=', payment.company_id)
      .executeTakeFirstOrThrow();
    return company.stripe_account_id === payment.stripe_account_id;
  });

/**
 * Cancels a payment that doesn't have a checkout and won't get one. Another payment can then be started for the lead.
 */
export const cancelPayment = ({ db }: Pick<BillingDeps, 'db'>, payment: OpenPayment): Promise<void> =>
  inCompany(db, payment.company_id, async (tx) => {
    await tx
      .updateTable('payments')
      .set({ status: 'canceled' })
      .where('company_id', '=', payment.company_id)
      .where('id', '=', payment.id)
      .where('status', '=', 'open')
      .where('stripe_session_id', 'is', null)
      .execute();
    const operation = { companyId: payment.company_id, id: payment.operation_id };
    await endOperation(tx, operation, { from: ['started'], to: 'failed' });
  });
