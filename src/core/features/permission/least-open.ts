import { SECOND } from '#shared/primitives/durations.ts';
import { ANSWER_WITHIN } from '../../platform/provider-answer.ts';
import { SHORTEST_VALIDITY } from '../../platform/twilio.ts';

/** Real milliseconds after which a message that was being sent is taken for abandoned: it is begun in the first half of them. */
export const SEND_LEASE_MS = 2.5 * ANSWER_WITHIN;

/**
 * Milliseconds for which the hours must still be open where a text begins (T11): what it may wait at Twilio at least, and
 * before that for its turn with us (`hand`).
 */
export const LEAST_OPEN_MS = SHORTEST_VALIDITY * SECOND + SEND_LEASE_MS / 2;
