import type Stripe from 'stripe';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';

export type StripeClient = Stripe;

/** Whether our key is one of real money: only events of the same mode count (S10). */
export const isLiveKey = ({ STRIPE_SECRET_KEY: key }: Pick<Config, 'STRIPE_SECRET_KEY'>): boolean =>
  key?.startsWith('sk_live_') ?? false;

/** What kind of error the client has thrown, by its own word: asked by class, the whole client would be loaded for it. */
const kindOf = (error: unknown): string =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : '';

/** Stripe has no such object, or it is not ours to see. */
export const isMissing = (error: unknown): boolean =>
  kindOf(error).startsWith('Stripe') &&
  error instanceof Error &&
  'code' in error &&
  (error.code === 'resource_missing' || error.code === 'account_invalid');

/** Whether Stripe refused the request itself; false where it did not answer, was overloaded, or knew not our key. */
export const isRefused = (error: unknown): boolean => kindOf(error) === 'StripeInvalidRequestError';

/** Another request with the same key is under way: it answers soon (S15). */
export const isKeyInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'idempotency_key_in_use';

/** The key was used before for another request: something was made by it (S15). */
export const isKeyTaken = (error: unknown): boolean => kindOf(error) === 'StripeIdempotencyError' && !isKeyInUse(error);

/** Stripe answered with a fault of its own, which it gives again for the same key (S15). */
export const isStripesFault = (error: unknown): boolean => kindOf(error) === 'StripeAPIError';

/** The id of something that Stripe gives as an id or, expanded, as itself. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Stripe's whole seconds as an instant. */
export const instantOf = (seconds: number): Date => new Date(seconds * SECOND);
