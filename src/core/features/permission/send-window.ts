import { type RecipientPlace, seekOpening, type SendWindow } from '#shared/features/permission/may-text-now.rules.ts';
import { WIDEST_HOURS } from '#shared/features/permission/day-window.rules.ts';
import { formatTimeOfDay, minutesOf } from '#shared/primitives/local-date.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import { loadTextHours } from '../../platform/us-data/index.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { ANSWER_WITHIN } from '../../platform/provider-answer.ts';
import { SHORTEST_VALIDITY } from '../../platform/twilio.ts';

type Hours = Pick<RowOf<'company_profiles'>, 'send_from' | 'send_until'>;

interface Recipient {
  place: RecipientPlace;
  zone: string;
}

/** Returns the company's own hours for automated texts (C15), or undefined if the company doesn't limit them. */
export const sendWindowOf = ({ send_from, send_until }: Hours, zone: string): SendWindow | undefined => {
  const [from, to] = [send_from.slice(0, 5), send_until.slice(0, 5)];
  return from === WIDEST_HOURS.from && to === WIDEST_HOURS.until ? undefined : { from, to, zone };
};

/**
 * Returns an explanation for the contractor if the company's own sending hours leave no time when this recipient may
 * get automated texts. Returns null if there's such a time.
 */
export const noTimeForTexts = ({ place, zone }: Recipient, company: Hours, now: Date): string | null => {
  const window = sendWindowOf(company, zone);
  if (!window || seekOpening(place, now, loadTextHours(), window, zone)) return null;
  return `Your sending hours, ${formatTimeOfDay(minutesOf(window.from))} to ${formatTimeOfDay(minutesOf(window.to))}, leave no time to text this number`;
};

/** How long the lease on a message lasts, in milliseconds of wall-clock time. Sending must start in the first half. */
export const SEND_LEASE_MS = 2.5 * ANSWER_WITHIN;

/**
 * How much of the permitted hours must be left when a text is sent, in milliseconds (T11). Sending can take up to half
 * of the send lease to start. After that, Twilio may queue the text for at least the shortest validity period.
 */
export const LEAST_OPEN_MS = SHORTEST_VALIDITY * SECOND + SEND_LEASE_MS / 2;
