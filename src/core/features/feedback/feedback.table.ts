import type { Generated } from 'kysely';
import type { FeedbackId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    feedback: FeedbackTable;
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
}
