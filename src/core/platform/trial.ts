import type { Config } from './config.ts';
import { isThisMachine } from './public-host.ts';

/**
 * A local mail server on one of these ports may relay email to the internet. An SMTP URL without a port means port 25.
 */
const REAL_MAIL_PORTS = new Set(['', '25', '465', '587']);

/**
 * Whether texts are sent to a local stand-in. If so, carrier registration isn't needed, and companies are approved from
 * the start.
 */
export const isTextingStandIn = ({
  NODE_ENV,
  TWILIO_API_BASE,
}: Pick<Config, 'NODE_ENV' | 'TWILIO_API_BASE'>): boolean =>
  NODE_ENV !== 'production' && isThisMachine(TWILIO_API_BASE);

type TrialFacts = Pick<Config, 'NODE_ENV' | 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE' | 'TWILIO_API_BASE' | 'SMTP_URL'>;

/**
 * Returns true if this is a trial. A trial isn't in production, and uses local stand-ins for Twilio and email. For
 * Stripe, it uses a local stand-in or has no key. In a trial, no message reaches a person and no money moves. The demo
 * company's published passwords work only in a trial.
 */
export function isTrial(config: TrialFacts): boolean {
  const { NODE_ENV, STRIPE_SECRET_KEY: stripeKey, STRIPE_API_BASE, TWILIO_API_BASE, SMTP_URL } = config;
  const stripe = stripeKey === undefined || (isThisMachine(STRIPE_API_BASE) && !stripeKey.startsWith('sk_live_'));
  const mail = isThisMachine(SMTP_URL) && !REAL_MAIL_PORTS.has(new URL(SMTP_URL).port);
  return NODE_ENV !== 'production' && stripe && isThisMachine(TWILIO_API_BASE) && mail;
}
