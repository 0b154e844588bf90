import type { BillingDeps } from '#core/features/billing/billing-deps.ts';
import { processEvents } from '#core/features/billing/process-events.ts';
import { stripeEventsJob } from '#shared/features/billing/billing.jobs.ts';
import { type BoundJob, bindJob } from '../../register.ts';

/** Works off what Stripe has told. Leases, and reading the truth anew, make it safe to run twice and beside itself. */
export const stripeEventsHandler = (deps: BillingDeps, stopping: () => boolean): BoundJob =>
  bindJob(stripeEventsJob, async () => {
    await processEvents(deps, { stopping });
  });
