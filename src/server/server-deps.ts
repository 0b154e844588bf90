import type { Sessions } from '#core/features/auth/sessions.ts';
import type { Streams } from '#core/features/auth/streams.ts';
import type { LeadChanges } from '#core/features/leads/lead-changes.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import type { Bell, Deps } from '#core/platform/deps.ts';
import type { BillingBell } from '#core/platform/queue.ts';
import type { QueueMonitor } from '#core/platform/queue-monitor.ts';
import type { StripeClient } from '#core/platform/stripe.ts';

/** Dependencies of the server, in addition to those that every use case receives. */
export interface ServerDeps extends Deps, SystemDeps {
  bell: Bell & { ping(): Promise<void> };
  /** Null if no key is configured. */
  stripe: StripeClient | null;
  billingBell: Pick<BillingBell, 'ring'>;
  queues: QueueMonitor;
  sessions: Sessions;
  leadChanges: LeadChanges;
  streams: Streams;
}
