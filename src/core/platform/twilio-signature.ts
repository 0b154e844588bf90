import twilio from 'twilio';
import type { Config } from './config.ts';

/** A request that claims to come from Twilio. */
export interface SignedRequest {
  /** The header X-Twilio-Signature; '' if it is missing. */
  signature: string;
  /**
   * The public URL that Twilio called, with its query string. Twilio signs the configured URL, so the Host header isn't
   * used.
   */
  url: string;
  /** Every parameter of the form. */
  parameters: Record<string, unknown>;
}

/** Whether Twilio signed the URL and every parameter with our auth token (T3). */
export const isSignedByTwilio = (
  { TWILIO_AUTH_TOKEN }: Pick<Config, 'TWILIO_AUTH_TOKEN'>,
  { signature, url, parameters }: SignedRequest,
): boolean => signature !== '' && twilio.validateRequest(TWILIO_AUTH_TOKEN, signature, url, parameters);
