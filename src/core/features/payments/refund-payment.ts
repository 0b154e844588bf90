import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RefundedPayment, RefundPaymentInput } from '#shared/features/payments/payments.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { isKeyTaken, isLiveKey, isMissing, isRefused, isStripesFault } from '../../platform/stripe.ts';
import { deriveStatus } from '../balances/derive-status.ts';
import { endOperation, noteCreatedIn, writeOperation } from '../billing/operations.repository.ts';
import { requireStripe } from '../billing/billing-deps.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { withStripe } from '../billing/provider-failure.ts';
import { applyStripePayment } from './apply-stripe-payment.ts';
import { writeEffects } from './payment-effects.ts';
import type { PaymentRefundRow, PaymentRow } from './payments.table.ts';
import { lockPayment, type OpenPayment } from './payments.repository.ts';
import { stripePageOf } from './stripe-page.ts';

const NO_ANSWER = 'Stripe didn’t answer. We’ll finish this refund as soon as it does';

/**
 * Gives a payment back, in full or in part. A payment from Stripe is refunded there, along with our fee for that part. The
 * refund is stored before Stripe is asked and keeps its idempotency key, so it happens once, however often this is called
 * with the same key and wherever a process is killed. A payment that was recorded by hand is only noted as given back.
 * Throws NOT_FOUND. Throws VALIDATION_FAILED at `cents` for more than what is left of the payment. Throws CONFLICT if
 * there's a dispute, or if Stripe refuses. Throws PROVIDER_UNAVAILABLE if Stripe doesn't answer: the sweep then goes on.
 */
export async function refundPayment(
  deps: StripeDeps,
  companyId: CompanyId,
  input: RefundPaymentInput,
): Promise<RefundedPayment> {
  const refund = await inCompany(deps.db, companyId, (tx) => begin(tx, deps, { companyId, input }));
  if (refund.status === 'started') await sendOrWait(deps, refund);
  return inCompany(deps.db, companyId, (tx) => view(tx, deps, refund));
}

const PATIENCE = 8 * SECOND;
const LOOK_EVERY = SECOND / 5;

/**
 * Sends a refund, unless another press of the same button is just sending it: then waits for that. Sends it all the same
 * if that takes too long, because its process may have been killed.
 */
async function sendOrWait(deps: StripeDeps, refund: Begun): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!refund.mine && !(await claim(deps, refund)) && performance.now() < end) {
    if ((await statusOf(deps, refund)) !== 'started') return;
    await wait(LOOK_EVERY);
  }
  await withStripe(deps, NO_ANSWER, () => sendRefund(deps, refund)).catch(async (error: unknown) => {
    await letGo(deps, refund);
    throw error;
  });
}

/** Takes a refund that nobody is sending. Returns false if somebody is. */
const claim = ({ db, clock }: StripeDeps, { company_id: companyId, id }: PaymentRefundRow): Promise<boolean> =>
  inCompany(db, companyId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('payment_refunds')
      .set({ tried_at: clock.now() })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', '=', 'started')
      .where('tried_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

const letGo = ({ db }: StripeDeps, { company_id: companyId, id }: PaymentRefundRow): Promise<unknown> =>
  inCompany(db, companyId, (tx) =>
    tx
      .updateTable('payment_refunds')
      .set({ tried_at: null })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  );

const statusOf = ({ db }: StripeDeps, { company_id: companyId, id }: PaymentRefundRow) =>
  inCompany(db, companyId, async (tx) => {
    const { status } = await tx
      .selectFrom('payment_refunds')
      .select('status')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return status;
  });

/** A stored refund. `mine` is set if this call has stored it, so that it's also the one that sends it. */
type Begun = PaymentRefundRow & { mine?: boolean };

/** Stores the refund, or returns the one that this key has stored. */
async function begin(
  tx: CompanyTx,
  { clock, stripe }: Pick<StripeDeps, 'clock' | 'stripe'>,
  { companyId, input }: { companyId: CompanyId; input: RefundPaymentInput },
): Promise<Begun> {
  const at = clock.now();
  const { paymentId, idempotencyKey } = input;
  const payment = await lockPayment(tx, { companyId, id: paymentId });
  if (!payment) throw notFound('this payment');
  const known = await tx
    .selectFrom('payment_refunds')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (known) {
    if (known.payment_id !== paymentId || (input.cents !== undefined && known.cents !== input.cents))
      throw new AppError('Another refund was made with this idempotency key', 'CONFLICT');
    if (known.status === 'failed') throw refused();
    return known;
  }
  const cents = await refundable(tx, payment, input.cents);
  if (!payment.by_hand && !stripe) throw new AppError('Online payment isn’t available right now', 'CONFLICT');
  const operation = payment.by_hand ? null : await writeRequest(tx, { companyId, payment, cents });
  const refund = await tx
    .insertInto('payment_refunds')
    .values({
      company_id: companyId,
      payment_id: paymentId,
      cents,
      idempotency_key: idempotencyKey,
      status: payment.by_hand ? 'done' : 'started',
      operation_id: operation,
      created_at: at,
      tried_at: payment.by_hand ? null : at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (payment.by_hand) await giveBackByHand(tx, { payment, cents, at });
  return { ...refund, mine: true };
}

const writeRequest = async (
  tx: CompanyTx,
  { companyId, payment, cents }: { companyId: CompanyId; payment: PaymentRow; cents: number },
): Promise<string> =>
  (await writeOperation(tx, { companyId, kind: 'refund', request: { paymentId: payment.id, cents } })).id;

/** Returns how much is given back, in cents: what was asked for, or all that is left of the payment. */
async function refundable(tx: CompanyTx, payment: PaymentRow, asked: number | undefined): Promise<number> {
  if (payment.status === 'voided' || payment.paid_at === null)
    throw new AppError('This payment wasn’t received, so there’s nothing to refund', 'CONFLICT');
  if (payment.status === 'disputed' || payment.status === 'dispute_lost')
    throw new AppError('The homeowner disputes this payment. Answer the dispute in Stripe instead', 'CONFLICT');
  const { cents: underWay } = await tx
    .selectFrom('payment_refunds')
    .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
    .where('company_id', '=', payment.company_id)
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'started')
    .executeTakeFirstOrThrow();
  const left = payment.amount_cents - payment.refunded_cents - underWay;
  if (left <= 0) throw invalid({ cents: 'All of this payment was already refunded' });
  if (asked !== undefined && asked > left)
    throw invalid({ cents: `At most ${formatCents(left)} of this payment can be refunded` });
  return asked ?? left;
}

async function giveBackByHand(
  tx: CompanyTx,
  { payment: before, cents, at }: { payment: PaymentRow; cents: number; at: Date },
): Promise<void> {
  const refunded = before.refunded_cents + cents;
  const status = refunded === before.amount_cents ? ('refunded' as const) : ('partially_refunded' as const);
  const change = { status, refunded_cents: refunded };
  await tx
    .updateTable('payments')
    .set(change)
    .where('company_id', '=', before.company_id)
    .where('id', '=', before.id)
    .execute();
  await deriveStatus(tx, { companyId: before.company_id, leadId: before.lead_id });
  await writeEffects(tx, { before, after: { ...before, ...change }, at });
}

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

const refused = (): AppError =>
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

const view = async (
  tx: CompanyTx,
  { config }: Pick<StripeDeps, 'config'>,
  { company_id, payment_id }: PaymentRefundRow,
): Promise<RefundedPayment> => {
  const payment = await tx
    .selectFrom('payments')
    .select(['refunded_cents', 'stripe_account_id', 'stripe_payment_intent'])
    .where('company_id', '=', company_id)
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow();
  return { refundedCents: payment.refunded_cents, stripeUrl: stripePageOf(payment, isLiveKey(config)) };
};
