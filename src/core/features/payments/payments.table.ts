import type { Generated, Selectable } from 'kysely';
import type { PaymentKind, PaymentStatus } from '#shared/features/payments/payment-status.rules.ts';
import type { CompanyId, EstimateId, LeadId, PaymentId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    stripe_accounts: StripeAccountsTable;
    payments: PaymentsTable;
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
  /**
   * Whether this payment was received after the same amount had already been paid. Such a payment doesn't count toward
   * the price.
   */
  extra: Generated<boolean>;
  /** The charged account. The company may have connected a different account since then. */
  stripe_account_id: string;
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
  expires_at: Date;
  created_at: Date;
  paid_at: Date | null;
  last_reconciled_at: Date | null;
}

export type PaymentRow = Selectable<PaymentsTable>;
