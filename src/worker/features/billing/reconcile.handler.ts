import { reconcile } from '#core/features/billing/reconcile.ts';
import { reconcileJob } from '#shared/features/billing/billing.jobs.ts';
import { type BoundJob, bindJob } from '../../register.ts';
import { type BillingWork, withStripe } from './with-stripe.ts';

/** Compares paying companies with Stripe. Each row says when it was done, so a second run finds nothing left. */
export const reconcileHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(reconcileJob, async () => {
    const compared = await reconcile(await withStripe(deps), { stopping });
    deps.logger.info({ compared }, 'compared plans with Stripe');
  });
