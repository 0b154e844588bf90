import type { BillingDeps } from '#core/features/billing/billing-deps.ts';
import { reconcile } from '#core/features/billing/reconcile.ts';
import { reconcileJob } from '#shared/features/billing/billing.jobs.ts';
import { type BoundJob, bindJob } from '../../register.ts';

/** Compares paying companies with Stripe. Each row says when it was done, so a second run finds nothing left. */
export const reconcileHandler = (deps: BillingDeps, stopping: () => boolean): BoundJob =>
  bindJob(reconcileJob, async () => {
    const compared = await reconcile(deps, { stopping });
    deps.logger.info({ compared }, 'compared plans with Stripe');
  });
