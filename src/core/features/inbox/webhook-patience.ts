import { SECOND } from '#shared/primitives/durations.ts';
import type { Patience } from '../../platform/db/outlast.ts';

/** Twilio waits 15 s for our answer to an inbound text or a status callback, so we stop retrying after 8 s. */
export const WEBHOOK_PATIENCE: Patience = {
  firstPauseMs: SECOND / 4,
  longestPauseMs: 4 * SECOND,
  allMs: 8 * SECOND,
  stoppingMs: 8 * SECOND,
};
