import type { AwaitedAnswer, TimelineKind } from './leads.schema.ts';

const AFTER: Partial<Record<TimelineKind, AwaitedAnswer | null>> = {
  question: 'question',
  reply_received: 'reply',
  estimate_sent: null,
  note: null,
};

/**
 * What a lead waits for after an event: the homeowner's words want an answer until the contractor sends an
 * estimate or writes a note. Null: nothing any more; undefined: the event changes nothing.
 */
export const awaitedAfter = (kind: TimelineKind): AwaitedAnswer | null | undefined => AFTER[kind];
