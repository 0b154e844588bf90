import type { ColumnType, Generated } from 'kysely';
import type { UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    audit_log: AuditLogTable;
  }
}

/**
 * An admin's action. Rows are never changed or deleted. `actor_id` is null if the action was run from the server's
 * command line.
 */
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
