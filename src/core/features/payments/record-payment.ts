import type { PaymentStatus } from '#shared/features/payments/payment-status.rules.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asCompany } from '../../platform/db/system.ts';
import { readLeadMoney } from '../lead-rows/lead-money.ts';
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
  // Only payments without an operation are voided.
  voided: 'done',
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
  after.extra = before.extra || (isNewlyPaid(before, after) && (await isTooMuch(tx, after)));
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

/**
 * Whether a payment that isn't stored as paid yet is more than what is left to pay. This happens if a check was recorded
 * while the homeowner paid online. A deposit is also too much if as much has been received already. Such a payment is
 * kept and shown to the contractor, who can give it back.
 */
async function isTooMuch(tx: CompanyTx, { lead_id, kind, amount_cents, estimate_id }: PaymentRow): Promise<boolean> {
  const { agreed_cents, balance_cents, paid_cents } = await readLeadMoney(tx, lead_id);
  if (kind === 'deposit' && paid_cents >= amount_cents) return true;
  return amount_cents > (agreed_cents === null ? await priceOf(tx, estimate_id) : balance_cents);
}

/** Returns the price of a version that isn't signed and has no payment yet. */
const priceOf = async (tx: CompanyTx, id: PaymentRow['estimate_id']): Promise<number> => {
  const { total_cents: total } = await tx
    .selectFrom('estimates')
    .select('total_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return total;
};
