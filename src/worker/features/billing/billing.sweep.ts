import type { StripeDeps } from '#core/features/billing/apply-stripe-truth.ts';
import { hasWaitingEvents } from '#core/features/stripe-events/process-events.ts';
import { isReconciliationDue } from '#core/features/billing/reconcile.ts';
import { isPaymentCheckDue } from '#core/features/payments/reconcile-payments.ts';
import type { BillingBell } from '#core/platform/queue.ts';
import { checkPaymentsJob, reconcileJob, stripeEventsJob } from '#shared/features/billing/billing.jobs.ts';

/** Rings for events whose bell was lost or whose next try has come, and for what Stripe must be asked about. */
export async function sweepBilling(
  { system, clock, config }: Pick<StripeDeps, 'system' | 'clock' | 'config'>,
  bell: Pick<BillingBell, 'ring'>,
): Promise<void> {
  if (await hasWaitingEvents(system)) await bell.ring(stripeEventsJob);
  if (config.STRIPE_SECRET_KEY === undefined) return;
  if (await isReconciliationDue(system, clock.now())) await bell.ring(reconcileJob);
  if (await isPaymentCheckDue(system, clock.now())) await bell.ring(checkPaymentsJob);
}
