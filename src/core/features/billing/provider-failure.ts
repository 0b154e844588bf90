import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#shared/primitives/app-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isKeyInUse, isRefused } from '../../platform/stripe.ts';
import type { BillingDeps } from './billing-deps.ts';

/**
 * If another request is using the same idempotency key, a request is retried every LOOK_EVERY for at most PATIENCE.
 * Both are in milliseconds of wall-clock time.
 */
const LOOK_EVERY = 200;
const PATIENCE = 8 * SECOND;

/**
 * Runs `work`, which sends a request to Stripe. If Stripe fails, throws PROVIDER_UNAVAILABLE with `message`. Our own
 * errors (AppError) are rethrown. A request that Stripe rejects is our own mistake, so the rejection is logged as an
 * error. `work` must be safe to repeat, because it's retried while another click or tab has the same request in
 * progress (S15).
 */
export async function withStripe<T>(
  { logger }: Pick<BillingDeps, 'logger'>,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await whileInUse(work);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const level = isRefused(error) ? 'error' : 'warn';
    logger[level]({ err: errorForLog(error) }, message);
    throw new AppError(message, 'PROVIDER_UNAVAILABLE', { cause: error });
  }
}

/** Runs `work`, and retries it while its idempotency key is in use. No database connection is held while waiting. */
async function whileInUse<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isKeyInUse(error) || performance.now() > end) throw error;
      await wait(LOOK_EVERY);
    }
  }
}
