import { createBillingQueue, type BillingQueue } from '#core/platform/queue.ts';
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

/**
 * More than one job runs at a time, so that a long reconciliation doesn't delay Stripe events or payment cancellations.
 */
const AT_ONCE = 3;

/** Starts the worker for billing jobs, which have their own queue. */
export async function startBilling(
  deps: BillingWork,
  timings: Omit<WorkerTimings, 'concurrency'>,
): Promise<RunningBilling> {
  let closing = false;
  const stopping = () => closing;
  const queue = createBillingQueue(deps.config, deps.logger);
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
    sweep: () => sweepBilling(deps, queue),
    async close() {
      closing = true;
      await worker.close();
      await queue.close();
    },
  };
}

/**
 * Gets the status of homeowners' payments from Stripe. The time of each check is stored, so a second run does nothing.
 */
const checkPaymentsHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(checkPaymentsJob, async () => {
    await checkPayments(await withStripe(deps), { stopping });
  });

/**
 * Compares paying companies' plans with Stripe. The time of each comparison is stored, so a second run does nothing.
 */
const reconcileHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(reconcileJob, async () => {
    const compared = await reconcile(await withStripe(deps), { stopping });
    deps.logger.info({ compared }, 'compared plans with Stripe');
  });

/**
 * Processes Stripe events. Safe to run twice and concurrently, because it leases events and reads the current state
 * from Stripe.
 */
const stripeEventsHandler = (deps: BillingWork, stopping: () => boolean): BoundJob =>
  bindJob(stripeEventsJob, async () => {
    await processEvents(await withStripe(deps), { stopping });
  });

/**
 * Enqueues wake-up jobs for Stripe events that are due or whose job was lost. Also enqueues jobs for plan comparisons
 * and payment checks.
 */
async function sweepBilling(
  { system, clock, config }: Pick<StripeDeps, 'system' | 'clock' | 'config'>,
  queue: Pick<BillingQueue, 'enqueue'>,
): Promise<void> {
  if (await hasWaitingEvents(system)) await queue.enqueue(stripeEventsJob);
  if (config.STRIPE_SECRET_KEY === undefined) return;
  if (await isReconciliationDue(system, clock.now())) await queue.enqueue(reconcileJob);
  if (await isPaymentCheckDue(system, clock.now())) await queue.enqueue(checkPaymentsJob);
}

/** Dependencies of the billing jobs. Each job gets Stripe's client when it runs. */
interface BillingWork extends Omit<StripeDeps, 'stripe'> {
  /** Resolves to null if no key is configured. */
  stripe: () => Promise<StripeClient | null>;
}

/**
 * Returns a function that opens Stripe's client once, when a job first needs it. Until then, a worker uses 6 MB less
 * memory.
 */
export const openStripeOnce = (config: StripeDeps['config']): BillingWork['stripe'] =>
  loadOnce(() => import('#core/platform/stripe-client.ts').then((client) => client.createStripe(config)));

const withStripe = async (work: BillingWork): Promise<StripeDeps> => ({ ...work, stripe: await work.stripe() });
