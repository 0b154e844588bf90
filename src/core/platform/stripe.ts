import type Stripe from 'stripe';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';

export type StripeClient = Stripe;

/** Whether our key is in live mode: only events of the same mode count (S10). */
export const isLiveKey = ({ STRIPE_SECRET_KEY: key }: Pick<Config, 'STRIPE_SECRET_KEY'>): boolean =>
  key?.startsWith('sk_live_') ?? false;

/** The type of a client error, by name. Checking the class would load the entire client. */
const kindOf = (error: unknown): string =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : '';

/** Stripe has no such object, or we can't access it. */
export const isMissing = (error: unknown): boolean =>
  kindOf(error).startsWith('Stripe') &&
  error instanceof Error &&
  'code' in error &&
  (error.code === 'resource_missing' || error.code === 'account_invalid');

/** Whether Stripe refused the request itself; false if it didn't answer, was overloaded, or refused our key. */
export const isRefused = (error: unknown): boolean => kindOf(error) === 'StripeInvalidRequestError';

/** Whether another request with the same key is in progress (S15). */
export const isKeyInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'idempotency_key_in_use';

/** Whether the key was already used for another request, which created something (S15). */
export const isKeyTaken = (error: unknown): boolean => kindOf(error) === 'StripeIdempotencyError' && !isKeyInUse(error);

/** Whether Stripe answered with an internal error, which it repeats for the same key (S15). */
export const isStripesFault = (error: unknown): boolean => kindOf(error) === 'StripeAPIError';

/** The id of something that Stripe returns as an id or as an expanded object. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Stripe's whole seconds as an instant. */
export const instantOf = (seconds: number): Date => new Date(seconds * SECOND);
