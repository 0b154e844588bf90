import type { AuditView } from '#shared/features/admin/admin-failures.schema.ts';
import { ADMIN_PAGE } from '#shared/features/admin/admin.limits.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { sql } from 'kysely';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import type { AuditLogTable } from './admin.table.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';

/** The admin who performs the action, and their IP address. */
export interface Actor {
  userId: UserId;
  email: string;
  ip: string;
}

export type AdminAction =
  | 'user.role_granted'
  | 'user.role_taken'
  | 'user.sessions_ended'
  | 'company.sms_set'
  | 'company.texts_resumed'
  | 'provider.try_now'
  | 'company.free_access_granted'
  | 'company.free_access_revoked'
  | 'message.retried'
  | 'message.dismissed'
  | 'stripe_event.retried'
  | 'platform.new_people_paused'
  | 'platform.new_people_resumed'
  | 'feedback.marked_read'
  | 'feedback.marked_unread'
  | 'feedback.answered';

export interface Act {
  by: Actor;
  action: AdminAction;
  on: { kind: AuditLogTable['subject_kind']; id: string; name: string };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** When the action happened, according to the business clock. */
  at: Date;
}

/**
 * Records an action in the transaction that performs it, so that neither is stored without the other. Entries never
 * change.
 */
export async function recordAct(tx: SystemTx, { by, action, on, before, after, at }: Act): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      at,
      actor_id: by.userId,
      actor: by.email,
      action,
      subject_kind: on.kind,
      subject_id: on.id,
      subject: on.name,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      ip: by.ip,
    })
    .execute();
}

/** Lists admin actions, newest first. Uses the index `audit_log_newest`. */
export async function listAudit(
  { system }: SystemDeps,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: AuditView[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  const rows = await system
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor', 'action', 'subject_kind', 'subject', 'before', 'after', 'ip'])
    .select(instantText('audit_log.at').as('cursor_key'))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.key}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(ADMIN_PAGE + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, ADMIN_PAGE);
  return {
    items: page.map(({ id, at, actor, action, subject_kind, subject, before, after: then, ip }) => ({
      id,
      at: at.toISOString(),
      actor,
      action,
      subjectKind: subject_kind,
      subject,
      before,
      after: then,
      ip,
    })),
    nextCursor,
  };
}
