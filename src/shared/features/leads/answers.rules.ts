import type { ReadEvent, TimelineKind } from '../timeline/timeline.schema.ts';
import type { AwaitedAnswer } from './leads.schema.ts';

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
export const awaitedAfter = (event: ReadEvent): AwaitedAnswer | null | undefined =>
  isAutomatic(event) ? undefined : AFTER[event.kind];

const isAutomatic = ({ data }: ReadEvent): boolean => 'automatic' in data && data.automatic === true;

/**
 * Whether an event counts as unread until the conversation is opened: what the homeowner said, and a message of which
 * nobody knows whether it arrived, for a person has to decide there.
 */
export const isUnread = (event: ReadEvent): boolean => {
  switch (event.kind) {
    case 'message_unknown':
      return true;
    case 'question':
    case 'reply_received':
      return !event.data.automatic;
    case 'opted_out':
      return event.data.source === 'reply';
    case 'estimate_declined':
      return Boolean(event.data.reason);
    default:
      return false;
  }
};
