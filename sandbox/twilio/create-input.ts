import type { SandboxOptions } from '../options.ts';
import { invalidFrom, invalidTo, refusedFrom, refusedTo, TwilioError } from './errors.ts';

/** A valid request to send a text. `from` is the sender's number, even if a messaging service chose it. */
export interface SmsInput {
  to: string;
  from: string;
  body: string;
  messagingServiceSid: string | null;
  statusCallback: string | null;
}

const E164 = /^\+[1-9]\d{6,14}$/;
const LONGEST_BODY = 1_600;
const LONGEST_VALIDITY_S = 36_000;

/** Reads the form of `POST Messages.json`. Throws the same TwilioError as the real API. */
export function readSmsInput(form: URLSearchParams, twilio: SandboxOptions['twilio']): SmsInput {
  const value = (name: string): string | undefined => form.get(name) || undefined;
  const to = value('To');
  const service = value('MessagingServiceSid');
  const from = value('From') ?? (service === undefined ? undefined : twilio.from);
  const body = value('Body');
  const statusCallback = value('StatusCallback');
  if (to === undefined) throw new TwilioError(21604, "A 'To' phone number is required.");
  if (from === undefined) throw new TwilioError(21603, "A 'From' phone number is required.");
  if (service !== undefined && !/^MG[0-9a-fA-F]{32}$/.test(service))
    throw new TwilioError(21701, 'The Messaging Service does not exist', 404);
  if (!E164.test(to)) throw invalidTo(to);
  if (!E164.test(from)) throw invalidFrom(from);
  if (to === from) throw new TwilioError(21266, "'To' and 'From' number cannot be the same");
  if (body === undefined) throw new TwilioError(21602, 'Message body is required.');
  if (body.length > LONGEST_BODY)
    throw new TwilioError(21617, `The concatenated message body exceeds the ${LONGEST_BODY} character limit`);
  if (statusCallback !== undefined && !/^https?:$/.test(URL.parse(statusCallback)?.protocol ?? ''))
    throw new TwilioError(21609, "The 'StatusCallback' URL is not a valid URL");
  refuseValidity(value('ValidityPeriod'));
  const refused = refusedTo(to) ?? refusedFrom(from);
  if (refused !== undefined) throw refused;
  return { to, from, body, messagingServiceSid: service ?? null, statusCallback: statusCallback ?? null };
}

/** Throws unless ValidityPeriod is 1 to 36,000 seconds (T11). */
function refuseValidity(text: string | undefined): void {
  if (text === undefined) return;
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_VALIDITY_S)
    throw new TwilioError(20001, `ValidityPeriod must be from 1 to ${LONGEST_VALIDITY_S}`);
}
