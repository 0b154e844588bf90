import type { Generated, GeneratedAlways } from 'kysely';
import type { FeedbackId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    feedback: FeedbackTable;
    feedback_replies: FeedbackRepliesTable;
  }
}

export interface FeedbackTable {
  id: Generated<FeedbackId>;
  /** Null if the author wasn't signed in. */
  user_id: UserId | null;
  name: string | null;
  email: string | null;
  category: string;
  subject: string;
  message: string;
  created_at: Date;
  read_at: Date | null;
  /** Whether the author's company had the Pro plan or free access when the feedback was written. */
  priority: Generated<boolean>;
  /** When the feedback was first answered. */
  answered_at: Date | null;
  /** Generated column: Pro feedback that no one has answered. */
  urgent: GeneratedAlways<boolean>;
}

export interface FeedbackRepliesTable {
  id: Generated<string>;
  feedback_id: FeedbackId;
  direction: 'out' | 'in';
  text: string;
  written_by: UserId | null;
  /** `from_address` and `message_id` are set if and only if the message is an email from the author. */
  from_address: string | null;
  message_id: string | null;
  at: Date;
}
