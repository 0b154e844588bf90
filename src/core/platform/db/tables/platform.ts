import type { ColumnType, Generated } from 'kysely';
import type { FeedbackId, UserId } from '#shared/primitives/ids.ts';

/** What an admin did; append-only. `actor_id` null: someone with a shell on the server. */
export interface AuditLogTable {
  id: Generated<string>;
  at: Date;
  actor_id: UserId | null;
  actor: string;
  action: string;
  subject_kind: 'user' | 'company' | 'message' | 'stripe_event' | 'feedback';
  subject_id: string;
  subject: string;
  before: ColumnType<Record<string, unknown> | null, string | null, never>;
  after: ColumnType<Record<string, unknown> | null, string | null, never>;
  ip: string | null;
}

export interface FeedbackTable {
  id: Generated<FeedbackId>;
  /** Null: written without signing in. */
  user_id: UserId | null;
  name: string | null;
  email: string | null;
  category: string;
  subject: string;
  message: string;
  created_at: Date;
  read_at: Date | null;
}
