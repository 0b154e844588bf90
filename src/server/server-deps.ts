import type { Sessions } from '#core/features/auth/sessions.ts';
import type { Streams } from '#core/features/auth/streams.ts';
import type { LeadChanges } from '#core/features/leads/lead-changes.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import type { WakeUps, Deps } from '#core/platform/deps.ts';
import type { BillingQueue } from '#core/platform/queue.ts';
import type { QueueMonitor } from '#core/platform/queue-monitor.ts';
import type { StripeClient } from '#core/platform/stripe.ts';

/** The dependencies that every use case needs, plus the server's own. */
export interface ServerDeps extends Deps, SystemDeps {
  wakeUps: WakeUps & { ping(): Promise<void> };
  /** Null if no Stripe key is configured. */
  stripe: StripeClient | null;
  billingQueue: Pick<BillingQueue, 'enqueue'>;
  queues: QueueMonitor;
  sessions: Sessions;
  leadChanges: LeadChanges;
  streams: Streams;
}
