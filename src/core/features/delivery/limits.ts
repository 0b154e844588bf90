import { SECOND } from '#shared/primitives/durations.ts';
import type { DeliveryLimits } from './delivery.ts';
import { MAIL_CONNECTIONS } from '../../platform/mail.ts';
import { createSemaphore, createSlots, type Semaphore, shareCapacity } from './capacity.ts';

/**
 * The maximum number of texts sent to Twilio at the same time. Each one occupies the database connection that holds the
 * lock on its phone number.
 */
export const TEXTS_AT_ONCE = 8;
/** The maximum number of emails sent at the same time. It equals the number of mailer connections. */
export const MAILS_AT_ONCE = MAIL_CONNECTIONS;
/**
 * The maximum number of checked emails whose outcome isn't recorded yet. It's high enough that connections don't wait
 * for Postgres (bench M1).
 */
export const MAILS_UNDER_WAY = 128;

/**
 * How long a checked email may wait for a connection, in milliseconds of wall-clock time. If the mail server is slow,
 * fewer emails are checked in advance, so that turns stay short.
 */
const HANDED_WITHIN = 3 * SECOND;

/**
 * Returns how many emails may be in progress. This is the number of emails that the mail server handles at once, plus
 * the number that it would accept within HANDED_WITHIN at its recent pace. The result is at most MAILS_UNDER_WAY.
 */
const mailsUnderWay = (calls: Semaphore): number =>
  Math.min(MAILS_UNDER_WAY, Math.floor(calls.count * (1 + HANDED_WITHIN / (calls.pace() ?? 1))));

/** Creates one worker process's limits. */
export function createLimits(textsAtOnce = TEXTS_AT_ONCE): DeliveryLimits {
  const mails = createSemaphore(MAILS_AT_ONCE);
  return {
    capacity: { sms: shareCapacity(() => textsAtOnce), email: shareCapacity(() => mailsUnderWay(mails)) },
    calls: { sms: createSemaphore(textsAtOnce), email: mails },
    marked: createSlots(MAILS_AT_ONCE),
    // Each lookup also uses a connection, so half of the connections are reserved for sending.
    asking: createSemaphore(Math.max(1, Math.floor(textsAtOnce / 2))),
  };
}
