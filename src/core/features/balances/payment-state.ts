import {
  ON_ITS_WAY,
  type PaymentKind,
  type PaymentProblem,
  type PaymentStatus,
} from '#shared/features/payments/payment-status.rules.ts';
import { cents, type Cents } from '#shared/primitives/cents.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { type LeadMoney, readLeadMoney } from '../lead-rows/lead-money.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** The payments for a job, across all versions of the estimate. */
export interface PaymentState {
  /** Whether the company's Stripe account can currently accept new payments (S14). */
  connected: boolean;
  /** The company's Stripe account id. Null if it doesn't have one. */
  accountId: string | null;
  /** What counts toward the price: everything received minus everything that went back (`leadMoney`). */
  paidCents: Cents;
  /** What is agreed on and was paid, as `leadMoney` says it. */
  money: LeadMoney | null;
  /** Everything received, including amounts that went back. */
  receivedCents: Cents;
  /** Everything that went back: refunds, and payments that a lost dispute returned. */
  refundedCents: Cents;
  /** Whether the contractor has refunded everything. */
  givenBack: boolean;
  problem: PaymentProblem | null;
  /** The newest payment if it failed. Null otherwise. */
  failed: { amountCents: Cents; at: Date } | null;
  /** An open checkout, or a bank payment in progress. Null if there isn't one. */
  onItsWay: { kind: PaymentKind; amountCents: Cents; status: (typeof ON_ITS_WAY)[number]; at: Date } | null;
  /** Every successful payment, newest first. */
  payments: PaidPayment[];
}

export interface PaidPayment {
  id: string;
  estimateId: EstimateId;
  kind: PaymentKind;
  amountCents: Cents;
  refundedCents: Cents;
  status: PaymentStatus;
  extra: boolean;
  method: string | null;
  /** A check's number, or a note, of a payment that was recorded by hand. */
  reference: string | null;
  paidAt: Date;
}

/** Statuses of checkouts that nobody paid in. */
const CAME_TO_NOTHING: readonly PaymentStatus[] = ['open', 'expired', 'canceled'];
const isOnItsWay = (status: PaymentStatus): status is (typeof ON_ITS_WAY)[number] =>
  (ON_ITS_WAY as readonly PaymentStatus[]).includes(status);

/** Reads the payments for this version's job. The result is empty if the estimate doesn't exist. */
export async function readPaymentState(
  tx: CompanyTx,
  { companyId, estimateId }: { companyId: CompanyId; estimateId: EstimateId },
): Promise<PaymentState> {
  const company = await tx
    .selectFrom('company_profiles')
    .select(['stripe_account_id', 'stripe_connected'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('payments')
    .innerJoin('estimates', (join) =>
      join.onRef('estimates.lead_id', '=', 'payments.lead_id').on('estimates.id', '=', estimateId),
    )
    .select([
      'payments.id',
      'payments.estimate_id',
      'payments.kind',
      'payments.amount_cents',
      'payments.refunded_cents',
      'payments.status',
      'payments.extra',
      'payments.method',
      'payments.reference',
      'payments.created_at',
      'payments.paid_at',
    ])
    .where('payments.company_id', '=', companyId)
    .where('estimates.company_id', '=', companyId)
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute();
  const payments = rows.flatMap(({ paid_at: paidAt, ...row }) => (paidAt === null ? [] : [toPaid(row, paidAt)]));
  const lead = await tx
    .selectFrom('estimates')
    .select('lead_id')
    .where('company_id', '=', companyId)
    .where('id', '=', estimateId)
    .executeTakeFirst();
  const money = lead && (await readLeadMoney(tx, lead.lead_id));
  const newest = rows.find(({ status }) => !CAME_TO_NOTHING.includes(status));
  const underWay = rows.find(({ status }) => isOnItsWay(status));
  return {
    connected: company.stripe_account_id !== null && company.stripe_connected,
    accountId: company.stripe_account_id,
    paidCents: cents(money?.paid_cents ?? 0),
    money: money ?? null,
    receivedCents: cents(money?.received_cents ?? 0),
    refundedCents: cents(money?.refunded_cents ?? 0),
    givenBack: money?.given_back ?? false,
    problem: money?.payment_problem ?? null,
    failed:
      money?.payment_problem === 'failed' && newest
        ? { amountCents: cents(newest.amount_cents), at: newest.created_at }
        : null,
    onItsWay:
      underWay && isOnItsWay(underWay.status)
        ? {
            kind: underWay.kind,
            amountCents: cents(underWay.amount_cents),
            status: underWay.status,
            at: underWay.created_at,
          }
        : null,
    payments,
  };
}

interface Row {
  id: string;
  estimate_id: EstimateId;
  kind: PaymentKind;
  amount_cents: number;
  refunded_cents: number;
  status: PaymentStatus;
  extra: boolean;
  method: string | null;
  reference: string | null;
}

const toPaid = (row: Row, paidAt: Date): PaidPayment => ({
  id: row.id,
  estimateId: row.estimate_id,
  kind: row.kind,
  amountCents: cents(row.amount_cents),
  refundedCents: cents(row.refunded_cents),
  status: row.status,
  extra: row.extra,
  method: row.method,
  reference: row.reference,
  paidAt,
});
