import type { DeliveryLimits } from './delivery.ts';
import { sharePlaces } from './places.ts';
import { createSeats } from './seats.ts';

/** Texts with Twilio at once; each keeps a connection of its own, with the lock of its number. */
export const TEXTS_AT_ONCE = 8;
/** SMTP connections (`bench m1`: more are no faster). */
export const MAILS_AT_ONCE = 10;
/** Mails under way: enough that no connection waits for Postgres (`bench m1`), and no more, for each may end unknown. */
const MAILS_UNDER_WAY = 48;

/** What one worker process may do at once. */
export const createLimits = (): DeliveryLimits => ({
  places: { sms: sharePlaces(TEXTS_AT_ONCE), email: sharePlaces(MAILS_UNDER_WAY) },
  seats: { sms: createSeats(TEXTS_AT_ONCE), email: createSeats(MAILS_AT_ONCE) },
});
