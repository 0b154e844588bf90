import { COUNTS, type PaymentKind, type PaymentStatus } from '#shared/features/payments/payment-status.rules.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asCompany } from '../../platform/db/system.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { deriveStatus } from '../balances/derive-status.ts';
import { recordOperation } from '../billing/operations.repository.ts';
import type { BillingDeps, BillingTx } from '../billing/billing-deps.ts';
import type { PaymentRow } from './payments.table.ts';
import { writeEffects } from './payment-effects.ts';
import type { PaymentTruth } from './payment-truth.ts';
import type { OpenPayment } from './payments.repository.ts';

interface Reading {
  payment: OpenPayment;
  sessionId: string;
  truth: PaymentTruth;
}

/** The operation status for each payment status. */
const OPERATION_STATUS: Record<PaymentStatus, 'open' | 'processing' | 'done' | 'failed' | 'expired'> = {
  open: 'open',
  processing: 'processing',
  succeeded: 'done',
  partially_refunded: 'done',
  refunded: 'done',
  disputed: 'done',
  dispute_lost: 'done',
  failed: 'failed',
  expired: 'expired',
  canceled: 'failed',
};

/**
 * Stores the payment status that was read from Stripe. In the same transaction, writes all effects on the timeline,
 * lead, follow-ups, notices and estimate. If nothing has changed, writes nothing, so that each event is reported only
 * once. Resolves to the payment's status.
 */
export const recordPayment = (
  systemTx: BillingTx,
  deps: Pick<BillingDeps, 'clock' | 'logger'>,
  reading: Reading,
): Promise<PaymentStatus> => asCompany(systemTx, reading.payment.company_id, (tx) => record(tx, deps, reading));

async function record(
  tx: CompanyTx,
  { clock, logger }: Pick<BillingDeps, 'clock' | 'logger'>,
  { payment, sessionId, truth }: Reading,
): Promise<PaymentStatus> {
  const { company_id: companyId } = payment;
  await lockLeadOrThrow(tx, companyId, payment.lead_id);
  const before = await tx
    .selectFrom('payments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', payment.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (truth.amountCents !== before.amount_cents) {
    logger.error({ payment: before.id }, 'the amounts of a checkout and its payment differ');
    throw new Error(`checkout ${sessionId} has another amount than its payment`);
  }
  const after = { ...before, ...changesOf(before, truth), stripe_session_id: sessionId };
  after.extra = before.extra || (isNewlyPaid(before, after) && (await wasPaidBefore(tx, after)));
  if (isSame(before, after)) return before.status;
  await tx
    .updateTable('payments')
    .set({
      status: after.status,
      refunded_cents: after.refunded_cents,
      extra: after.extra,
      stripe_session_id: sessionId,
      stripe_payment_intent: after.stripe_payment_intent,
      method: after.method,
      receipt_url: after.receipt_url,
      reason: after.reason,
      paid_at: after.paid_at,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', before.id)
    .execute();
  const operation = { companyId, id: before.operation_id };
  await recordOperation(tx, operation, { stripeId: sessionId, status: OPERATION_STATUS[after.status] });
  await deriveStatus(tx, { companyId, leadId: after.lead_id });
  await writeEffects(tx, { before, after, at: clock.now() });
  return after.status;
}

const changesOf = (before: PaymentRow, truth: PaymentTruth) => ({
  status: truth.status,
  refunded_cents: truth.refundedCents,
  stripe_payment_intent: truth.intentId ?? before.stripe_payment_intent,
  method: truth.method ?? before.method,
  receipt_url: truth.receiptUrl ?? before.receipt_url,
  reason: truth.reason,
  paid_at: truth.paidAt,
});

const isSame = (before: PaymentRow, after: PaymentRow): boolean =>
  before.status === after.status &&
  before.refunded_cents === after.refunded_cents &&
  before.stripe_session_id === after.stripe_session_id &&
  before.stripe_payment_intent === after.stripe_payment_intent &&
  before.reason === after.reason &&
  before.method === after.method &&
  before.receipt_url === after.receipt_url;

const isNewlyPaid = (before: PaymentRow, after: PaymentRow): boolean =>
  before.paid_at === null && after.paid_at !== null;

const SAME_PURPOSE: Record<PaymentKind, PaymentKind[]> = {
  deposit: ['deposit', 'full'],
  balance: ['balance', 'full'],
  full: ['deposit', 'balance', 'full'],
};

/**
 * Whether another payment for this estimate was already made for the same purpose. Our own checkouts can't cause this,
 * because only one is open at a time. If it happens anyway, the second payment is kept and shown to the contractor.
 */
async function wasPaidBefore(tx: CompanyTx, { id, company_id, estimate_id, kind }: PaymentRow): Promise<boolean> {
  const other = await tx
    .selectFrom('payments')
    .select('id')
    .where('company_id', '=', company_id)
    .where('estimate_id', '=', estimate_id)
    .where('id', '!=', id)
    .where('kind', 'in', SAME_PURPOSE[kind])
    .where('status', 'in', COUNTS)
    .where('extra', '=', false)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
