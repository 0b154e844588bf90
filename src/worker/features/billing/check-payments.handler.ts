import type { BillingDeps } from '#core/features/billing/billing-deps.ts';
import { checkPayments } from '#core/features/payments/reconcile-payments.ts';
import { checkPaymentsJob } from '#shared/features/billing/billing.jobs.ts';
import { type BoundJob, bindJob } from '../../register.ts';

/** Asks Stripe about homeowners' payments. Each row says when it was asked about, so a second run finds nothing left. */
export const checkPaymentsHandler = (deps: BillingDeps, stopping: () => boolean): BoundJob =>
  bindJob(checkPaymentsJob, async () => {
    await checkPayments(deps, { stopping });
  });
