import { seekOpening, type RecipientPlace, type SendWindow } from '#shared/features/permission/may-text-now.rules.ts';
import { WIDEST_HOURS } from '#shared/features/permission/day-window.rules.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import { loadTextHours } from '../../platform/us-data/index.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { ANSWER_WITHIN } from '../../platform/provider-answer.ts';
import { SHORTEST_VALIDITY } from '../../platform/twilio.ts';

type Hours = Pick<RowOf<'company_profiles'>, 'send_from' | 'send_until'>;

/** Where a text goes, and the zone in which its send time is read (`placeOf`). */
interface Recipient {
  place: RecipientPlace;
  zone: string;
}

/** The company's own hours for automated texts (C15); undefined where they narrow nothing. */
export const sendWindowOf = ({ send_from, send_until }: Hours, zone: string): SendWindow | undefined => {
  const [from, to] = [send_from.slice(0, 5), send_until.slice(0, 5)];
  return from === WIDEST_HOURS.from && to === WIDEST_HOURS.until ? undefined : { from, to, zone };
};

/**
 * Why no automated text can ever go to this recipient: the company's hours and the hours in which texts may go there
 * do not meet. Null where they do.
 */
export const noTimeForTexts = ({ place, zone }: Recipient, company: Hours, now: Date): string | null => {
  const window = sendWindowOf(company, zone);
  if (!window || seekOpening(place, now, loadTextHours(), window, zone)) return null;
  return `Your sending hours, ${window.from} to ${window.to}, leave no time to text this number`;
};

/** Real milliseconds after which a message that was being sent is taken for abandoned: it is begun in the first half of them. */
export const SEND_LEASE_MS = 2.5 * ANSWER_WITHIN;

/**
 * Milliseconds for which the hours must still be open where a text begins (T11): what it may wait at Twilio at least, and
 * before that for its turn with us (`hand`).
 */
export const LEAST_OPEN_MS = SHORTEST_VALIDITY * SECOND + SEND_LEASE_MS / 2;
