import { SECOND } from '#shared/primitives/durations.ts';
import type { Patience } from '../../platform/db/outlast.ts';

/** How long Twilio waits for our answer to an inbound text or a status callback: 15 s. */
export const WEBHOOK_PATIENCE: Patience = {
  firstPauseMs: SECOND / 4,
  longestPauseMs: 4 * SECOND,
  allMs: 8 * SECOND,
  stoppingMs: 8 * SECOND,
};
