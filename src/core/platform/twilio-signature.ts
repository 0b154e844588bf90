import twilio from 'twilio';
import type { Config } from './config.ts';

/** A request that says it comes from Twilio. */
export interface SignedRequest {
  /** The header X-Twilio-Signature; '' where it is missing. */
  signature: string;
  /** The public address that Twilio called, with its query: it signs the configured one and not the Host header. */
  url: string;
  /** Every parameter of the form. */
  parameters: Record<string, unknown>;
}

/** Whether Twilio signed the address and every parameter with our auth token (T3). */
export const isSignedByTwilio = (
  { TWILIO_AUTH_TOKEN }: Pick<Config, 'TWILIO_AUTH_TOKEN'>,
  { signature, url, parameters }: SignedRequest,
): boolean => signature !== '' && twilio.validateRequest(TWILIO_AUTH_TOKEN, signature, url, parameters);
