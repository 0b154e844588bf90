import type { ColumnType, Generated } from 'kysely';
import type { FeedbackId, UserId } from '#shared/primitives/ids.ts';

/** What an admin did; append-only. `actor_id` null: someone with a shell on the server. */
export interface AuditLogTable {
  id: Generated<string>;
  at: Date;
  actor_id: UserId | null;
  actor: string;
  action: string;
  subject_kind: 'user' | 'company' | 'message' | 'stripe_event' | 'feedback' | 'provider' | 'platform';
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

/** A provider's breaker; times are real. `opened_at` null: it is well. */
export interface ProviderStatesTable {
  provider: 'twilio' | 'smtp';
  failures: Generated<number>;
  opened_at: Date | null;
  open_until: Date | null;
  pauses: Generated<number>;
  cause: 'failing' | 'account' | null;
  code: string | null;
  probe_until: Date | null;
  /** The message of the last failure that counted: its row or its Message-ID. */
  failed_for: string | null;
  alerted_at: Date | null;
  openings: Generated<number>;
}

/** Work done once a night; `result` holds counts. */
export interface NightlyRunsTable {
  job: string;
  night: Date;
  claimed_until: Date | null;
  finished_at: Date | null;
  result: ColumnType<Record<string, number> | null, string | null, string | null>;
}

/** A total since ever, for /metrics. `labels` as Prometheus writes them, without personal data. */
export interface CountersTable {
  name: string;
  labels: string;
  value: Generated<number>;
}

/** Which worker processes live; real time. */
export interface WorkerHeartbeatsTable {
  worker_id: string;
  started_at: Date;
  swept_at: Date;
}
