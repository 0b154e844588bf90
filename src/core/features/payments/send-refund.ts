import { sql } from 'kysely';
import { AppError } from '#shared/primitives/app-error.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { isKeyTaken, isMissing, isRefused, isStripesFault } from '../../platform/stripe.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { requireStripe } from '../billing/billing-deps.ts';
import { endOperation, noteCreatedIn, writeOperation } from '../billing/operations.repository.ts';
import { applyStripePayment } from './apply-stripe-payment.ts';
import type { PaymentRefundRow } from './payments.table.ts';
import type { OpenPayment } from './payments.repository.ts';

/**
 * Has Stripe give a stored refund back, then stores what Stripe shows for the payment. If an earlier attempt got that far,
 * only finds its refund. Rejects if Stripe doesn't answer. Throws CONFLICT if it refuses: the refund has then failed.
 */
export async function sendRefund(deps: StripeDeps, refund: PaymentRefundRow): Promise<void> {
  const payment = await inCompany(deps.db, refund.company_id, (tx) => chargedPayment(tx, refund));
  try {
    await create(deps, { payment, refund });
  } catch (error) {
    if (isStripesFault(error)) await renewRequest(deps, { payment, refund });
    if (!isRefused(error) && !isMissing(error)) throw error;
    deps.logger.warn({ refund: refund.id, code: codeOf(error) }, 'Stripe refused a refund');
    await finish(deps, refund, 'failed');
    await applyStripePayment(deps, { payment, sessionId: payment.stripe_session_id });
    throw refused();
  }
  await applyStripePayment(deps, { payment, sessionId: payment.stripe_session_id });
  await finish(deps, refund, 'done');
}

/** The error for a refund that Stripe refused. */
export const refused = (): AppError =>
  new AppError('Stripe refused this refund. Look at the payment in your Stripe account', 'CONFLICT');
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

type Charged = OpenPayment & { stripe_payment_intent: string; stripe_session_id: string };

async function chargedPayment(tx: CompanyTx, { company_id, payment_id }: PaymentRefundRow): Promise<Charged> {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow();
  const { stripe_account_id, stripe_session_id, stripe_payment_intent, expires_at } = row;
  if (!stripe_account_id || !stripe_session_id || !stripe_payment_intent || !expires_at)
    throw new Error(`payment ${row.id} has no charge`);
  return { ...row, stripe_account_id, stripe_session_id, stripe_payment_intent, expires_at };
}

/**
 * Creates the refund at Stripe. The operation's id is the idempotency key (S15). After 23 hours, Stripe may no longer know
 * the key, so the refund is first looked for among the payment's refunds.
 */
async function create(
  deps: StripeDeps,
  { payment, refund }: { payment: Charged; refund: PaymentRefundRow },
): Promise<void> {
  const stripe = requireStripe(deps);
  const as = { stripeAccount: payment.stripe_account_id };
  const { id: key, fresh } = await inCompany(deps.db, refund.company_id, (tx) =>
    tx
      .selectFrom('stripe_operations')
      .select(['id', sql<boolean>`created_at > now() - interval '23 hours'`.as('fresh')])
      .where('company_id', '=', refund.company_id)
      .where('id', '=', refund.operation_id)
      .executeTakeFirstOrThrow(),
  );
  const find = async () => {
    const made = stripe.refunds.list({ payment_intent: payment.stripe_payment_intent, limit: 100 }, as);
    for await (const one of made) if (one.metadata?.['refundId'] === refund.id) return one;
    return undefined;
  };
  const ask = () =>
    stripe.refunds
      .create(
        {
          payment_intent: payment.stripe_payment_intent,
          amount: refund.cents,
          metadata: { refundId: refund.id, paymentId: payment.id },
          ...(payment.fee_cents > 0 && { refund_application_fee: true }),
        },
        { ...as, idempotencyKey: key },
      )
      .catch((error: unknown) => {
        // An earlier request with this key made the refund.
        if (isKeyTaken(error)) return find();
        throw error;
      });
  const made = (fresh ? undefined : await find()) ?? (await ask());
  if (made)
    await inCompany(deps.db, refund.company_id, (tx) =>
      noteCreatedIn(tx, { companyId: refund.company_id, id: key }, { stripeId: made.id, status: 'done' }),
    );
}

/** After an internal error of Stripe, a new key is needed, because the old one only repeats the error (S15). */
const renewRequest = (
  { db }: StripeDeps,
  { payment, refund }: { payment: Charged; refund: PaymentRefundRow },
): Promise<void> =>
  inCompany(db, refund.company_id, async (tx) => {
    const companyId = refund.company_id;
    await endOperation(tx, { companyId, id: refund.operation_id }, { from: ['started'], to: 'failed' });
    const request = { paymentId: payment.id, cents: refund.cents };
    const { id } = await writeOperation(tx, { companyId, kind: 'refund', request });
    await tx
      .updateTable('payment_refunds')
      .set({ operation_id: id })
      .where('company_id', '=', companyId)
      .where('id', '=', refund.id)
      .where('operation_id', '=', refund.operation_id)
      .execute();
  });

const finish = (
  { db }: StripeDeps,
  { company_id: companyId, id, operation_id }: PaymentRefundRow,
  status: 'done' | 'failed',
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    if (status === 'failed') await endOperation(tx, { companyId, id: operation_id }, { from: ['started'], to: status });
    await tx
      .updateTable('payment_refunds')
      .set({ status })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', '=', 'started')
      .execute();
  });
