import type Stripe from 'stripe';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';

export type StripeClient = Stripe;

/** Whether our key is in live mode. Only events of the same mode are processed (S10). */
export const isLiveKey = ({ STRIPE_SECRET_KEY: key }: Pick<Config, 'STRIPE_SECRET_KEY'>): boolean =>
  key?.startsWith('sk_live_') ?? false;

/** Returns an error's type name. Checking its class instead would load the entire Stripe client. */
const kindOf = (error: unknown): string =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : '';

/** Returns true if Stripe doesn't have this object or we can't access it. */
export const isMissing = (error: unknown): boolean =>
  kindOf(error).startsWith('Stripe') &&
  error instanceof Error &&
  'code' in error &&
  (error.code === 'resource_missing' || error.code === 'account_invalid');

/** Whether Stripe rejected this request. False if Stripe didn't answer, was overloaded, or rejected our key. */
export const isRefused = (error: unknown): boolean => kindOf(error) === 'StripeInvalidRequestError';

/** Whether another request with this idempotency key is in progress (S15). */
export const isKeyInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'idempotency_key_in_use';

/**
 * Whether the idempotency key was already used for a request with different parameters. That request created an object
 * (S15).
 */
export const isKeyTaken = (error: unknown): boolean => kindOf(error) === 'StripeIdempotencyError' && !isKeyInUse(error);

/**
 * Whether Stripe failed with an internal error. Stripe returns the same error again for the same idempotency key (S15).
 */
export const isStripesFault = (error: unknown): boolean => kindOf(error) === 'StripeAPIError';

/** Returns an object's id. Stripe returns either the id or the expanded object. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Converts a Stripe timestamp, which is in seconds, to a Date. */
export const instantOf = (seconds: number): Date => new Date(seconds * SECOND);
