import type { Generated } from 'kysely';
import type { SubscriptionTier } from '#shared/features/billing/billing.schema.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import type { Json } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    subscribers: SubscribersTable;
    quota_ledger: QuotaLedgerTable;
    stripe_reads: StripeReadsTable;
    stripe_operations: StripeOperationsTable;
  }
}

export interface SubscribersTable {
  company_id: CompanyId;
  /** The representative's address. Null if it's already another company's copy, because the column is unique. */
  email: string | null;
  subscribed: Generated<boolean>;
  subscription_tier: Generated<SubscriptionTier>;
  subscription_end: Date | null;
  period_start: Date | null;
  stripe_customer_id: string | null;
  stripe_subscription_id: string | null;
  usage_count: Generated<number>;
  /** Stripe's own status. Null if Stripe has never reported a subscription. */
  stripe_status: string | null;
  cancel_at_period_end: Generated<boolean>;
  free_until: Date | null;
  free_granted_by: UserId | null;
  free_granted_at: Date | null;
  /** When the first paid credit was bought. A company with such a credit has permanent dashboard access. */
  credits_bought_at: Date | null;
  /** When we last queried Stripe about the plan, in wall-clock time. */
  stripe_asked_at: Date | null;
  last_reconciled_at: Date | null;
}

export interface QuotaLedgerTable {
  id: Generated<string>;
  company_id: CompanyId;
  lead_id: LeadId | null;
  kind: 'quote_used' | 'credit_used' | 'credit_bought' | 'credit_refunded' | 'credit_returned' | 'granted';
  delta: number;
  period_start: Date | null;
  /** The Stripe checkout session in which a credit was bought. */
  stripe_session_id: string | null;
  reason: Generated<string>;
  at: Date;
}

export interface StripeReadsTable {
  key: string;
  asked: Generated<number>;
  settled: Generated<number>;
}

/** An object that we ask Stripe to create. `id` is the idempotency key. */
export interface StripeOperationsTable {
  id: Generated<string>;
  company_id: CompanyId;
  kind: string;
  fingerprint: string;
  request: Json<Record<string, unknown>>;
  status: Generated<'started' | 'open' | 'processing' | 'done' | 'failed' | 'expired'>;
  stripe_id: string | null;
  created_at: Generated<Date>;
}
