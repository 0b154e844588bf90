import {
  COUNTS,
  ON_ITS_WAY,
  type PaymentKind,
  type PaymentStatus,
} from '#shared/features/payments/payment-status.rules.ts';
import { cents, type Cents } from '#shared/primitives/cents.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** The payments for a job, across all versions of the estimate. */
export interface PaymentState {
  /** Whether the company's Stripe account can currently accept new payments (S14). */
  connected: boolean;
  /** The company's Stripe account id. Null if it doesn't have one. */
  accountId: string | null;
  /**
   * The total of all payments that count toward the price. Partial refunds aren't subtracted, because a refunded amount
   * doesn't become due again.
   */
  paidCents: Cents;
  refundedCents: Cents;
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
  paidAt: Date;
}

const counts = (status: PaymentStatus): boolean => (COUNTS as readonly PaymentStatus[]).includes(status);
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
      'payments.created_at',
      'payments.paid_at',
    ])
    .where('payments.company_id', '=', companyId)
    .where('estimates.company_id', '=', companyId)
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute();
  const payments = rows.flatMap(({ paid_at: paidAt, ...row }) => (paidAt === null ? [] : [toPaid(row, paidAt)]));
  const underWay = rows.find(({ status }) => isOnItsWay(status));
  return {
    connected: company.stripe_account_id !== null && company.stripe_connected,
    accountId: company.stripe_account_id,
    paidCents: sum(
      payments.filter(({ status, extra }) => counts(status) && !extra).map(({ amountCents }) => amountCents),
    ),
    refundedCents: sum(payments.map(({ refundedCents }) => refundedCents)),
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
  paidAt,
});

const sum = (amounts: readonly number[]): Cents => cents(amounts.reduce((total, one) => total + one, 0));
