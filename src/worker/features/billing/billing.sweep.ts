import type { SettleDeps } from '#core/features/billing/settle-from-stripe.ts';
import { hasWaitingEvents } from '#core/features/stripe-events/process-events.ts';
import { isReconciliationDue } from '#core/features/billing/reconcile.ts';
import { isPaymentCheckDue } from '#core/features/payments/reconcile-payments.ts';
import type { BillingBell } from '#core/platform/queue.ts';
import { checkPaymentsJob, reconcileJob, stripeEventsJob } from '#shared/features/billing/billing.jobs.ts';

/** Wakes billing for events with a lost wake-up or a due retry, and for payments to check at Stripe. */
export async function sweepBilling(
  { system, clock, config }: Pick<SettleDeps, 'system' | 'clock' | 'config'>,
  bell: Pick<BillingBell, 'ring'>,
): Promise<void> {
  if (await hasWaitingEvents(system)) await bell.ring(stripeEventsJob);
  if (config.STRIPE_SECRET_KEY === undefined) return;
  if (await isReconciliationDue(system, clock.now())) await bell.ring(reconcileJob);
  if (await isPaymentCheckDue(system, clock.now())) await bell.ring(checkPaymentsJob);
}
