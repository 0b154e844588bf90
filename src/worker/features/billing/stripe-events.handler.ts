import { processEvents } from '#core/features/stripe-events/process-events.ts';
import { stripeEventsJob } from '#shared/features/billing/billing.jobs.ts';
import { type BoundJob, bindJob } from '../../register.ts';
import { type BillingWork, withStripe } from './with-stripe.ts';

/** Works off what Stripe has told. Leases, and reading the truth anew, make it safe to run twice and beside itself. */
export const stripeEventsHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(stripeEventsJob, async () => {
    await processEvents(await withStripe(deps), { stopping });
  });
