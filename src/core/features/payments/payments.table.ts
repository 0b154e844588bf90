import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PaymentKind, PaymentStatus } from '#shared/features/payments/payment-status.rules.ts';
import type { CompanyId, EstimateId, LeadId, PaymentId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    stripe_accounts: StripeAccountsTable;
    payments: PaymentsTable;
    payment_refunds: PaymentRefundsTable;
  }
}

/** Every Stripe account that a company has had. The connected account's `disconnected_at` is null. */
export interface StripeAccountsTable {
  id: string;
  company_id: CompanyId;
  charges_enabled: Generated<boolean>;
  details_submitted: Generated<boolean>;
  currently_due: Generated<string[]>;
  pending_verification: Generated<string[]>;
  disabled_reason: string | null;
  created_at: Generated<Date>;
  disconnected_at: Date | null;
}

/**
 * Payments for a lead's estimates, through Stripe or recorded by hand. A lead has at most one that is open or processing
 * (the unique index `payments_one_on_its_way`). Amounts are in cents.
 */
export interface PaymentsTable {
  id: Generated<PaymentId>;
  company_id: CompanyId;
  lead_id: LeadId;
  estimate_id: EstimateId;
  kind: PaymentKind;
  amount_cents: number;
  fee_cents: number;
  refunded_cents: Generated<number>;
  currency: Generated<'usd'>;
  status: Generated<PaymentStatus>;
  /** Whether this payment was more than was left to pay when it was received. It counts in the balance all the same. */
  extra: Generated<boolean>;
  /** Whether a member recorded the payment. It then has no account, checkout, fee or `expires_at`. */
  by_hand: Generated<boolean>;
  /** The day on which a payment by hand was received, as 'YYYY-MM-DD' in the company's time zone. */
  received_on: ColumnType<string | null, string | null | undefined, never>;
  /** A check's number, or a note. */
  reference: ColumnType<string | null, string | null | undefined, never>;
  /** The key that keeps a payment by hand from being recorded twice. */
  idempotency_key: ColumnType<string | null, string | null | undefined, never>;
  void_reason: Generated<string | null>;
  /** The charged account. The company may have connected a different account since then. Null for a payment by hand. */
  stripe_account_id: string | null;
  stripe_session_id: string | null;
  stripe_payment_intent: string | null;
  operation_id: string | null;
  /** Set before the request to Stripe that expires the checkout. From then on, its URL is no longer returned. */
  end_operation_id: string | null;
  /** When the checkout's URL was last returned to a browser, in wall-clock time. */
  handed_out_at: Generated<Date>;
  method: string | null;
  receipt_url: string | null;
  reason: string | null;
  /** When the checkout ends. Null for a payment by hand. */
  expires_at: Date | null;
  created_at: Date;
  paid_at: Date | null;
  last_reconciled_at: Date | null;
}

/**
 * A refund that a member asked for. Refunds that were made in Stripe itself have no row. What went back of a payment is
 * `payments.refunded_cents`.
 */
export interface PaymentRefundsTable {
  id: Generated<string>;
  company_id: CompanyId;
  payment_id: PaymentId;
  cents: number;
  idempotency_key: string;
  /** 'started' until Stripe's answer is known. */
  status: 'started' | 'done' | 'failed';
  /** The request to Stripe. Null for a payment by hand. */
  operation_id: string | null;
  created_at: Date;
  /** When Stripe was last asked. */
  tried_at: Generated<Date | null>;
}

export type PaymentRow = Selectable<PaymentsTable>;
export type PaymentRefundRow = Selectable<PaymentRefundsTable>;
