import { type SqlBool, sql } from 'kysely';
import { ADMIN_PAGE } from '#shared/features/admin/admin.limits.ts';
import type { AdminFeedbackView, FeedbackListInput } from '#shared/features/admin/admin-failures.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { FeedbackId } from '#shared/primitives/ids.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';

/** Feedback, newest first; uses `feedback_newest`. */
export async function listFeedback(
  { system }: SystemDeps,
  { cursor, unread }: FeedbackListInput,
): Promise<{ items: AdminFeedbackView[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  let query = system
    .selectFrom('feedback')
    .select(['id', 'name', 'email', 'category', 'subject', 'message', 'created_at', 'read_at'])
    .select(instantText('feedback.created_at').as('cursor_key'));
  if (unread === true) query = query.where('read_at', 'is', null);
  if (after) query = query.where(sql<SqlBool>`(created_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)`);
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ADMIN_PAGE + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, ADMIN_PAGE);
  return {
    items: page.map((row) => ({
      id: row.id,
      name: row.name ?? 'Anonymous',
      email: row.email,
      category: row.category,
      subject: row.subject,
      message: row.message,
      createdAt: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/**
 * Marks feedback as read or unread. Returns whether that changed it, and its subject, for the audit log. Throws
 * NOT_FOUND.
 */
export async function markFeedback(
  tx: SystemTx,
  { id, read, at }: { id: FeedbackId; read: boolean; at: Date },
): Promise<{ changed: boolean; subject: string }> {
  const row = await tx
    .selectFrom('feedback')
    .select(['subject', 'read_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('The feedback');
  if ((row.read_at !== null) === read) return { changed: false, subject: row.subject };
  await tx
    .updateTable('feedback')
    .set({ read_at: read ? at : null })
    .where('id', '=', id)
    .execute();
  return { changed: true, subject: row.subject };
}
