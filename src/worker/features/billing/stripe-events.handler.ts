import { processEvents } from '#core/features/stripe-events/process-events.ts';
import { stripeEventsJob } from '#shared/features/billing/billing.jobs.ts';
import { type BoundJob, bindJob } from '../../register.ts';
import { type BillingWork, withStripe } from './with-stripe.ts';

/** Processes Stripe events. Leases and reading the current state make it safe to run twice and concurrently. */
export const stripeEventsHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(stripeEventsJob, async () => {
    await processEvents(await withStripe(deps), { stopping });
  });
