import twilio from 'twilio';
import type { Config } from './config.ts';

export interface SignedRequest {
  /** The X-Twilio-Signature header, or '' if it's missing. */
  signature: string;
  /**
   * The public URL that Twilio called, with its query string. Twilio signs the configured URL, so the Host header isn't
   * used.
   */
  url: string;
  /** All form parameters. */
  parameters: Record<string, unknown>;
}

/** Whether the signature is valid for the URL and every parameter, using our auth token (T3). */
export const isSignedByTwilio = (
  { TWILIO_AUTH_TOKEN }: Pick<Config, 'TWILIO_AUTH_TOKEN'>,
  { signature, url, parameters }: SignedRequest,
): boolean => signature !== '' && twilio.validateRequest(TWILIO_AUTH_TOKEN, signature, url, parameters);
