import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RefundedPayment, RefundPaymentInput } from '#shared/features/payments/payments.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { isLiveKey } from '../../platform/stripe.ts';
import { deriveStatus } from '../balances/derive-status.ts';
import { writeOperation } from '../billing/operations.repository.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { withStripe } from '../billing/provider-failure.ts';
import { writeEffects } from './payment-effects.ts';
import type { PaymentRefundRow, PaymentRow } from './payments.table.ts';
import { lockPayment } from './payments.repository.ts';
import { refused, sendRefund } from './send-refund.ts';
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
