import { createBillingBell, type BillingBell } from '#core/platform/queue.ts';
import type { WorkerTimings } from '#core/platform/queue-store.ts';
import {
  BILLING_QUEUE,
  billingJobs,
  checkPaymentsJob,
  reconcileJob,
  stripeEventsJob,
} from '#shared/features/billing/billing.jobs.ts';
import { openUntilReady } from '../../open-until-ready.ts';
import { registerJobs, bindJob, type BoundJob } from '../../register.ts';
import { checkPayments, isPaymentCheckDue } from '#core/features/payments/reconcile-payments.ts';
import { reconcile, isReconciliationDue } from '#core/features/billing/reconcile.ts';
import { processEvents, hasWaitingEvents } from '#core/features/stripe-events/process-events.ts';
import type { StripeDeps } from '#core/features/billing/apply-stripe-truth.ts';
import { loadOnce } from '#core/platform/load-once.ts';
import type { StripeClient } from '#core/platform/stripe.ts';

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

/** Asks Stripe about homeowners' payments. Each row says when it was asked about, so a second run finds nothing left. */
const checkPaymentsHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(checkPaymentsJob, async () => {
    await checkPayments(await withStripe(deps), { stopping });
  });

/** Compares paying companies with Stripe. Each row says when it was done, so a second run finds nothing left. */
const reconcileHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(reconcileJob, async () => {
    const compared = await reconcile(await withStripe(deps), { stopping });
    deps.logger.info({ compared }, 'compared plans with Stripe');
  });

/** Processes Stripe events. Leases and reading the current state make it safe to run twice and concurrently. */
const stripeEventsHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(stripeEventsJob, async () => {
    await processEvents(await withStripe(deps), { stopping });
  });

/** Wakes billing for events with a lost wake-up or a due retry, and for payments to check at Stripe. */
async function sweepBilling(
  { system, clock, config }: Pick<StripeDeps, 'system' | 'clock' | 'config'>,
  bell: Pick<BillingBell, 'ring'>,
): Promise<void> {
  if (await hasWaitingEvents(system)) await bell.ring(stripeEventsJob);
  if (config.STRIPE_SECRET_KEY === undefined) return;
  if (await isReconciliationDue(system, clock.now())) await bell.ring(reconcileJob);
  if (await isPaymentCheckDue(system, clock.now())) await bell.ring(checkPaymentsJob);
}

/** What the worker's jobs of billing are handed; each takes Stripe's client when it runs. */
interface BillingWork extends Omit<StripeDeps, 'stripe'> {
  /** Null where no key is configured. */
  stripe: () => Promise<StripeClient | null>;
}

/** Opens Stripe's client once, with the first job that needs it: a worker that sends only is 6 MB smaller. */
export const openStripeOnce = (config: StripeDeps['config']): BillingWork['stripe'] =>
  loadOnce(() => import('#core/platform/stripe-client.ts').then((client) => client.createStripe(config)));

const withStripe = async (work: BillingWork): Promise<StripeDeps> => ({ ...work, stripe: await work.stripe() });
