import type { DeliveryLimits } from './delivery.ts';
import { MAIL_CONNECTIONS } from '../../../platform/mail.ts';
import { sharePlaces } from './places.ts';
import { createSeats } from './seats.ts';

/** Texts with Twilio at once; each keeps a connection of its own, with the lock of its number. */
export const TEXTS_AT_ONCE = 8;
/** Mails that are with the mail server at once: as many as the mailer has connections. */
export const MAILS_AT_ONCE = MAIL_CONNECTIONS;
/**
 * Mails under way. Large enough that no connection waits for Postgres (bench M1), and no larger, for what is under way
 * when a worker is killed ends unknown.
 */
export const MAILS_UNDER_WAY = 64;

/** What one worker process may do at once. */
export const createLimits = (textsAtOnce = TEXTS_AT_ONCE): DeliveryLimits => ({
  places: { sms: sharePlaces(textsAtOnce), email: sharePlaces(MAILS_UNDER_WAY) },
  seats: { sms: createSeats(textsAtOnce), email: createSeats(MAILS_AT_ONCE) },
  // each keeps a connection too: half of them is left to what goes out
  asking: createSeats(Math.max(1, Math.floor(textsAtOnce / 2))),
});
