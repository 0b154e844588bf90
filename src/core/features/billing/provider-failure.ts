import { AppError } from '#shared/primitives/app-error.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isRefused } from '../../platform/stripe.ts';
import type { BillingDeps } from './billing-deps.ts';

/**
 * Runs what asks Stripe; whatever goes wrong there becomes PROVIDER_UNAVAILABLE with `message`. Our own refusals
 * (AppError) pass. A request that Stripe refused is our fault and is logged as such.
 */
export async function withStripe<T>(
  { logger }: Pick<BillingDeps, 'logger'>,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const level = isRefused(error) ? 'error' : 'warn';
    logger[level]({ err: errorForLog(error) }, message);
    throw new AppError(message, 'PROVIDER_UNAVAILABLE', { cause: error });
  }
}
