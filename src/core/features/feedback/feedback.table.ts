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
  /** Null if it was written without signing in. */
  user_id: UserId | null;
  name: string | null;
  email: string | null;
  category: string;
  subject: string;
  message: string;
  created_at: Date;
  read_at: Date | null;
  /** Whether its company was on Pro, or had free access, when it was written. */
  priority: Generated<boolean>;
  /** When it was first answered. */
  answered_at: Date | null;
  /** Generated: Pro's that nobody has answered. */
  urgent: GeneratedAlways<boolean>;
}

export interface FeedbackRepliesTable {
  id: Generated<string>;
  feedback_id: FeedbackId;
  direction: 'out' | 'in';
  text: string;
  written_by: UserId | null;
  /** Both are set for an email from the author, and only then. */
  from_address: string | null;
  message_id: string | null;
  at: Date;
}
