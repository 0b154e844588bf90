import type { AwaitedAnswer, TimelineData, TimelineKind } from './leads.schema.ts';

interface Event {
  kind: TimelineKind;
  data?: TimelineData | undefined;
}

const AFTER: Partial<Record<TimelineKind, AwaitedAnswer | null>> = {
  question: 'question',
  reply_received: 'reply',
  estimate_sent: null,
  note: null,
};

/** The kinds of events that change whether a lead waits for an answer. */
export const ANSWER_EVENTS = Object.keys(AFTER) as TimelineKind[];

/**
 * What a lead waits for after an event: the homeowner's words want an answer until the contractor sends an
 * estimate, answers or writes a note. Null: nothing any more; undefined: the event changes nothing, as when an
 * answering machine wrote.
 */
export const awaitedAfter = ({ kind, data }: Event): AwaitedAnswer | null | undefined =>
  data?.automatic ? undefined : AFTER[kind];

/**
 * Whether an event counts as unread until the conversation is opened: what the homeowner said, and a message of which
 * nobody knows whether it arrived, for a person has to decide there.
 */
export const isUnread = ({ kind, data }: Event): boolean => {
  if (kind === 'message_unknown') return true;
  if (kind === 'question' || kind === 'reply_received') return !data?.automatic;
  return (kind === 'opted_out' && data?.source === 'reply') || (kind === 'estimate_declined' && Boolean(data?.reason));
};
