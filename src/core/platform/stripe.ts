import Stripe from 'stripe';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';

export type StripeClient = Stripe;

type StripeConfig = Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>;

/** `timeout` in milliseconds; retries are the client's own, under the same idempotency key. */
export interface StripeOptions {
  timeout?: number;
  maxNetworkRetries?: number;
}

/** Stripe's official client; null where no key is configured. STRIPE_API_BASE points it at another host. */
export function createStripe(config: StripeConfig, options: StripeOptions = {}): StripeClient | null {
  if (config.STRIPE_SECRET_KEY === undefined) return null;
  return new Stripe(config.STRIPE_SECRET_KEY, {
    telemetry: false,
    timeout: 10 * SECOND,
    maxNetworkRetries: 1,
    ...options,
    ...hostOf(config.STRIPE_API_BASE),
  });
}

function hostOf(base: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (base === undefined) return {};
  const { protocol, hostname, port } = new URL(base);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, protocol: scheme, port: port || (scheme === 'http' ? '80' : '443') };
}

/** Whether our key is one of real money: only events of the same mode count (S10). */
export const isLiveKey = ({ STRIPE_SECRET_KEY: key }: StripeConfig): boolean => key?.startsWith('sk_live_') ?? false;

/** Stripe has no such object, or it is not ours to see. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.code === 'resource_missing' || error.code === 'account_invalid');

/** Whether Stripe refused the request itself; false where it did not answer, was overloaded, or knew not our key. */
export const isRefused = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError;

/** The key was used before for another request: something was made by it (S15). */
export const isKeyTaken = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError;

/** The id of something that Stripe gives as an id or, expanded, as itself. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Stripe's whole seconds as an instant. */
export const instantOf = (seconds: number): Date => new Date(seconds * SECOND);
