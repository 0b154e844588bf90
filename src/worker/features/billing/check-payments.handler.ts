import { checkPayments } from '#core/features/payments/reconcile-payments.ts';
import { checkPaymentsJob } from '#shared/features/billing/billing.jobs.ts';
import { type BoundJob, bindJob } from '../../register.ts';
import { type BillingWork, withStripe } from './with-stripe.ts';

/** Asks Stripe about homeowners' payments. Each row says when it was asked about, so a second run finds nothing left. */
export const checkPaymentsHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(checkPaymentsJob, async () => {
    await checkPayments(await withStripe(deps), { stopping });
  });
