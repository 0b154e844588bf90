import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isRefused, isStripesFault } from '../../platform/stripe.ts';
import { endOperation, writeOperation } from '../billing/operations.repository.ts';
import { type BillingDeps, requireStripe } from '../billing/billing-deps.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { type OpenPayment, selectPayments } from './payments.repository.ts';
import { createSession, keepSession } from './create-session.ts';
import { applyStripePayment } from './apply-stripe-payment.ts';

/** A payment with a checkout that we're expiring. `end_operation_id` is Stripe's idempotency key (S15). */
type Ending = OpenPayment & { end_operation_id: string };

/**
 * Records that we're going to expire a payment's checkout. Must be called before Stripe is called. After the commit,
 * the checkout's URL is no longer returned. If an earlier attempt to expire it is unfinished, returns that attempt.
 * Starts a new attempt if Stripe answered the earlier attempt with an error, or if that attempt's idempotency key may
 * have expired.
 */
export async function beginEnd(tx: CompanyTx, payment: OpenPayment): Promise<Ending> {
  const { company_id: companyId, id } = payment;
  const { end_operation_id: known } = await tx
    .selectFrom('payments')
    .select('end_operation_id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (known !== null && (await isUsable(tx, companyId, known))) return { ...payment, end_operation_id: known };
  const operation = await writeOperation(tx, { companyId, kind: 'checkout.expire', request: { paymentId: id } });
  await tx
    .updateTable('payments')
    .set({ end_operation_id: operation.id })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  return { ...payment, end_operation_id: operation.id };
}

const isUsable = async (tx: CompanyTx, companyId: OpenPayment['company_id'], id: string): Promise<boolean> => {
  const { usable } = await tx
    .selectFrom('stripe_operations')
    .select(sql<boolean>`status <> 'failed' and created_at > now() - interval '23 hours'`.as('usable'))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return usable;
};

/**
 * Records how an attempt to expire a checkout ended. `status` is 'failed' if a retry with the same key would only
 * repeat Stripe's error.
 */
const noteEnd = (
  { db }: Pick<BillingDeps, 'db'>,
  { company_id: companyId, end_operation_id: id }: Ending,
  status: 'done' | 'failed',
): Promise<void> =>
  inCompany(db, companyId, (tx) => endOperation(tx, { companyId, id }, { from: ['started'], to: status }));

/**
 * Expires a payment's checkout in Stripe and records the outcome: expired, or already paid. Before calling Stripe,
 * stores the decision to expire the checkout. From then on, the checkout's URL is no longer returned, and the sweep
 * finishes the work after a crash (S15). If we don't have the checkout's id, first finds the checkout by its
 * idempotency key. Rejects if Stripe doesn't answer.
 */
export async function endPayment(deps: StripeDeps, payment: OpenPayment): Promise<void> {
  requireStripe(deps);
  const ending = await inCompany(deps.db, payment.company_id, (tx) => beginEnd(tx, payment));
  const sessionId = payment.stripe_session_id ?? (await recover(deps, payment));
  if (sessionId !== undefined) {
    await expire(deps, ending, sessionId);
    await applyStripePayment(deps, { payment, sessionId });
  }
  await noteEnd(deps, ending, 'done');
}

async function expire(deps: StripeDeps, ending: Ending, sessionId: string): Promise<void> {
  const { stripe_account_id: stripeAccount, end_operation_id: idempotencyKey } = ending;
  try {
    await requireStripe(deps).checkout.sessions.expire(sessionId, {}, { stripeAccount, idempotencyKey });
  } catch (error) {
    // The checkout is no longer open. The caller records its outcome.
    if (isRefused(error)) return;
    if (isStripesFault(error)) await noteEnd(deps, ending, 'failed');
    throw error;
  }
}

async function recover(deps: StripeDeps, payment: OpenPayment): Promise<string | undefined> {
  try {
    const session = await createSession(deps, requireStripe(deps), payment);
    if (session) await keepSession(deps, payment, session.id);
    return session?.id;
  } catch (error) {
    // Stripe refused, so there's no checkout, and `createSession` canceled the payment.
    if (isRefused(error)) return undefined;
    throw error;
  }
}

/** Expires a checkout. If Stripe doesn't answer, the sweep does it (`reconcile-payments.ts`). */
export async function endOrLeave(deps: StripeDeps, open: OpenPayment): Promise<void> {
  if (!deps.stripe) return;
  await endPayment(deps, open).catch((error: unknown) =>
    deps.logger.warn({ err: errorForLog(error), payment: open.id }, "couldn't expire a checkout"),
  );
}

/**
 * Expires a company's open checkouts. If Stripe doesn't answer, the next sweep expires the remaining checkouts
 * (`reconcile-payments.ts`).
 */
export async function endOpenPayments(deps: StripeDeps, companyId: CompanyId): Promise<void> {
  if (!deps.stripe) return;
  const open = await inCompany(deps.db, companyId, (tx) =>
    selectPayments(tx).where('company_id', '=', companyId).where('status', '=', 'open').execute(),
  );
  for (const payment of open) await endOrLeave(deps, payment);
}
