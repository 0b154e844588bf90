import { createBillingBell } from '#core/platform/queue.ts';
import type { WorkerTimings } from '#core/platform/queue-store.ts';
import { BILLING_QUEUE, billingJobs } from '#shared/features/billing/billing.jobs.ts';
import { openUntilReady } from '../../open-until-ready.ts';
import { registerJobs } from '../../register.ts';
import { checkPaymentsHandler } from './check-payments.handler.ts';
import { sweepBilling } from './billing.sweep.ts';
import { reconcileHandler } from './reconcile.handler.ts';
import { stripeEventsHandler } from './stripe-events.handler.ts';
import type { BillingWork } from './with-stripe.ts';

export interface RunningBilling {
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** A reconciliation of many companies must not hold up an event, nor the payments that must be ended. */
const AT_ONCE = 3;

/** The worker's part of billing, on a queue of its own. */
export async function startBilling(
  deps: BillingWork,
  timings: Omit<WorkerTimings, 'concurrency'>,
): Promise<RunningBilling> {
  let closing = false;
  const stopping = () => closing;
  const bell = createBillingBell(deps.config, deps.logger);
  const find = registerJobs(billingJobs, [
    stripeEventsHandler(deps, stopping),
    reconcileHandler(deps, stopping),
    checkPaymentsHandler(deps, stopping),
  ]);
  const worker = await openUntilReady({
    config: deps.config,
    queue: BILLING_QUEUE,
    find,
    timings: { ...timings, concurrency: AT_ONCE },
    logger: deps.logger,
  });
  return {
    sweep: () => sweepBilling(deps, bell),
    async close() {
      closing = true;
      await worker.close();
      await bell.close();
    },
  };
}
