import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#shared/primitives/app-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isKeyInUse, isRefused } from '../../platform/stripe.ts';
import type { BillingDeps } from './billing-deps.ts';

/** How often work is tried again while another request uses its key, and for how long. Real time. */
const LOOK_EVERY = 200;
const PATIENCE = 8 * SECOND;

/**
 * Runs what asks Stripe; whatever goes wrong there becomes PROVIDER_UNAVAILABLE with `message`. Our own refusals
 * (AppError) pass. A request that Stripe refused is our fault and is logged as such. `work` begins anew while another
 * click or tab has the same request under way (S15), so it must be safe to run again.
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

/** Holds no connection while it waits. */
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
