import { type RecipientPlace, seekOpening, type SendWindow } from '#shared/features/permission/may-text-now.rules.ts';
import { WIDEST_HOURS } from '#shared/features/permission/day-window.rules.ts';
import { formatTimeOfDay, minutesOf } from '#shared/primitives/local-date.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import { loadTextHours } from '../../platform/us-data/index.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { ANSWER_WITHIN } from '../../platform/provider-answer.ts';
import { SHORTEST_VALIDITY } from '../../platform/twilio.ts';

type Hours = Pick<RowOf<'company_profiles'>, 'send_from' | 'send_until'>;

/** A text's recipient: their location, and the time zone for sending (`placeOf`). */
interface Recipient {
  place: RecipientPlace;
  zone: string;
}

/** Returns the company's own hours for automated texts (C15), or undefined if it has no restriction. */
export const sendWindowOf = ({ send_from, send_until }: Hours, zone: string): SendWindow | undefined => {
  const [from, to] = [send_from.slice(0, 5), send_until.slice(0, 5)];
  return from === WIDEST_HOURS.from && to === WIDEST_HOURS.until ? undefined : { from, to, zone };
};

/**
 * Returns why this recipient can never get an automated text, if the company's hours and the permitted hours don't
 * overlap. Returns null if they overlap.
 */
export const noTimeForTexts = ({ place, zone }: Recipient, company: Hours, now: Date): string | null => {
  const window = sendWindowOf(company, zone);
  if (!window || seekOpening(place, now, loadTextHours(), window, zone)) return null;
  return `Your sending hours, ${formatTimeOfDay(minutesOf(window.from))} to ${formatTimeOfDay(minutesOf(window.to))}, leave no time to text this number`;
};

/**
 * The real time, in milliseconds, after which a message that is being sent counts as abandoned. Sending must start in
 * the first half of that time.
 */
export const SEND_LEASE_MS = 2.5 * ANSWER_WITHIN;

/**
 * The minimum remaining time in the permitted hours, in milliseconds, when a text is sent (T11). It covers the minimum
 * queue time at Twilio and, before that, our own delay (`hand`).
 */
export const LEAST_OPEN_MS = SHORTEST_VALIDITY * SECOND + SEND_LEASE_MS / 2;
