import { SECOND } from '#shared/primitives/durations.ts';
import type { DeliveryLimits } from './delivery.ts';
import { MAIL_CONNECTIONS } from '../../platform/mail.ts';
import { sharePlaces } from './places.ts';
import { createSeats, type Seats } from './seats.ts';
import { createSlots } from './slots.ts';

/** Texts with Twilio at once; each keeps a connection of its own, with the lock of its number. */
export const TEXTS_AT_ONCE = 8;
/** Mails that are with the mail server at once: as many as the mailer has connections. */
export const MAILS_AT_ONCE = MAIL_CONNECTIONS;
/** Mails between their check and their note: so many that no connection waits for Postgres (bench M1). */
export const MAILS_UNDER_WAY = 128;

/** Real milliseconds that a checked mail may wait for a connection: a slow mail server gets fewer, and turns stay short. */
const HANDED_WITHIN = 3 * SECOND;

/** As many as are with the mail server, and as it would take within that time at the pace of the last. */
const mailsUnderWay = (seats: Seats): number =>
  Math.min(MAILS_UNDER_WAY, Math.floor(seats.count * (1 + HANDED_WITHIN / (seats.pace() ?? 1))));

/** What one worker process may do at once. */
export function createLimits(textsAtOnce = TEXTS_AT_ONCE): DeliveryLimits {
  const mails = createSeats(MAILS_AT_ONCE);
  return {
    places: { sms: sharePlaces(() => textsAtOnce), email: sharePlaces(() => mailsUnderWay(mails)) },
    seats: { sms: createSeats(textsAtOnce), email: mails },
    marked: createSlots(MAILS_AT_ONCE),
    // each keeps a connection too: half of them is left to what goes out
    asking: createSeats(Math.max(1, Math.floor(textsAtOnce / 2))),
  };
}
