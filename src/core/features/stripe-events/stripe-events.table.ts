import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    stripe_events: StripeEventsTable;
  }
}

/** An event as Stripe sent it. All times are wall-clock times. */
export interface StripeEventsTable {
  id: string;
  type: string;
  account: string | null;
  livemode: boolean;
  payload: Json<{ data?: { object?: Record<string, unknown> } }>;
  received_at: Generated<Date>;
  processed_at: Date | null;
  note: string | null;
  error: string | null;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  claimed_until: Date | null;
}
