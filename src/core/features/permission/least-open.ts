import { SECOND } from '#shared/primitives/durations.ts';
import { ANSWER_WITHIN } from '../../platform/provider-answer.ts';
import { SHORTEST_VALIDITY } from '../../platform/twilio.ts';

/** Real milliseconds after which a message in sending counts as abandoned; sending starts in the first half. */
export const SEND_LEASE_MS = 2.5 * ANSWER_WITHIN;

/**
 * Milliseconds for which hours must remain open when a text starts (T11): its minimum queue time at Twilio, and before
 * that its wait here (`hand`).
 */
export const LEAST_OPEN_MS = SHORTEST_VALIDITY * SECOND + SEND_LEASE_MS / 2;
