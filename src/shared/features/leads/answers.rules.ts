import type { ReadEvent, TimelineKind } from '../timeline/timeline.schema.ts';
import type { AwaitedAnswer } from './leads.schema.ts';

const AFTER: Partial<Record<TimelineKind, AwaitedAnswer | null>> = {
  question: 'question',
  reply_received: 'reply',
  estimate_sent: null,
  note: null,
};

/** The kinds of events that change whether a lead is waiting for an answer. */
export const ANSWER_EVENTS = Object.keys(AFTER) as TimelineKind[];

/**
 * Returns the kind of answer that a lead is waiting for after an event. Null means that the lead is no longer waiting,
 * because the contractor sent an estimate, replied, or wrote a note. Undefined means that the event changes nothing. An
 * automatic reply, for example, changes nothing.
 */
export const awaitedAfter = (event: ReadEvent): AwaitedAnswer | null | undefined =>
  isAutomatic(event) ? undefined : AFTER[event.kind];

const isAutomatic = ({ data }: ReadEvent): boolean => 'automatic' in data && data.automatic === true;

/**
 * Whether an event counts as unread until the conversation is opened. Messages from the homeowner count, unless they
 * were sent automatically. Opt-outs by reply and reasons for declining an estimate count too. So do unconfirmed
 * messages, because the contractor must decide whether they were sent.
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
    case 'estimate_changed':
      return Boolean(event.data.reason);
    default:
      return false;
  }
};
