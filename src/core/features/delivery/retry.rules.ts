import { HOUR, SECOND } from '#shared/primitives/durations.ts';

/** The number of attempts after which a message fails. They're spread over several hours. */
export const MAX_ATTEMPTS = 8;

const FIRST = 5 * SECOND;
const FACTOR = 4;
const LONGEST = 2 * HOUR;

/**
 * Returns the delay after a failed attempt: 5 s after the first attempt, then 20 s, 80 s and so on, up to two hours
 * (T8). `attempt` starts at 1. A random amount of up to a quarter of the delay is added. `random` is a number from 0 to
 * 1.
 */
export const backoff = (attempt: number, random: number = Math.random()): number =>
  Math.round(Math.min(LONGEST, FIRST * FACTOR ** (Math.max(1, attempt) - 1)) * (1 + random / 4));

/** T8: error codes that allow a single later retry. */
const ONCE_LATER = new Set(['30003', '30008']);
export const ONCE_LATER_DELAY = HOUR;
export const isOnceLater = (code: string | null): boolean => code !== null && ONCE_LATER.has(code);

/** T8: the error code for a text that Twilio accepted before its queue overflowed. */
const OVERFLOW = '30001';

/**
 * Returns the delay before resending a text that Twilio accepted but couldn't deliver, or undefined if it can't be
 * resent.
 */
export const delayAfterUndelivered = (
  code: string | null,
  { attempts, triedLater }: { attempts: number; triedLater: boolean },
): number | undefined => {
  if (code === OVERFLOW && attempts < MAX_ATTEMPTS) return backoff(attempts + 1);
  if (isOnceLater(code) && !triedLater) return ONCE_LATER_DELAY;
  return undefined;
};

/** T7: the error code for a text to a person who opted out with the carrier. */
export const CARRIER_OPT_OUT = '21610';

const WORDS: Record<string, string> = {
  '21211': 'This isn’t a valid phone number',
  '21408': 'Texts to this region are turned off',
  '21610': 'This number has opted out of texts',
  '21612': 'We can’t text this number',
  '21614': 'This number can’t receive texts',
  '21617': 'The text is longer than 1,600 characters',
  '21635': 'This is a landline and can’t receive texts',
  '30001': 'Too many texts were queued',
  '30003': 'The phone was off or out of range',
  '30004': 'This phone blocks these texts',
  '30005': 'This number isn’t in use',
  '30006': 'This is a landline, or its carrier is unreachable',
  '30007': 'The carrier blocked this text as spam',
  '30008': 'The carrier didn’t deliver it and gave no reason',
  '30034': 'The carrier refused it because your SMS registration isn’t approved',
  '30036': 'It waited too long to be delivered',
};

/** Returns an explanation for the contractor of why a text wasn't delivered. */
export const textFailureWords = (code: string | null): string =>
  (code === null ? undefined : WORDS[code]) ??
  (code === null ? 'The text wasn’t delivered' : `The text wasn’t delivered (code ${code})`);

/** Returns an explanation for the contractor of why an email wasn't delivered. */
export const mailFailureWords = (code: string | null): string =>
  code === null ? 'The email was refused' : `The receiving server refused the email (${code})`;

/** Returns the explanation shown while a message waits for a retry. */
export const waitingWords = (channel: 'sms' | 'email', code: string | null): string =>
  `The ${channel === 'sms' ? 'text' : 'email'} service didn’t accept it${code === null ? '' : ` (${code})`}. We’ll try again`;
