import Stripe from 'stripe';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';
import type { StripeClient } from './stripe.ts';

type StripeConfig = Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>;

/** `timeout` is in milliseconds. Automatic retries use the same idempotency key. */
export interface StripeOptions {
  timeout?: number;
  maxNetworkRetries?: number;
}

/** Creates Stripe's official client. Returns null if no key is configured. STRIPE_API_BASE sets another host. */
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
