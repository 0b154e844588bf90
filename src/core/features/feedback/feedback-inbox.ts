import { type SqlBool, sql } from 'kysely';
import { ADMIN_PAGE } from '#shared/features/admin/admin.limits.ts';
import type { AdminFeedbackView, FeedbackListInput } from '#shared/features/admin/admin-failures.schema.ts';
import {
  businessTimeBetween,
  PROMISED,
  type SupportFigures,
  supportFigures,
} from '#shared/features/feedback/support.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { invalid, notFound } from '#shared/primitives/app-error.ts';
import type { FeedbackId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import { isFederalHoliday } from '../../platform/us-data/index.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';

/** The inbox's sort key, as a string: unanswered Pro feedback first, then the newest. */
const inboxKey = sql<string>`(case when urgent then '1 ' else '0 ' end) || ${instantText('feedback.created_at')}`;
const KEY = /^([01]) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)$/;

const readKey = (cursor: string) => {
  const { key, id } = readCursor(cursor, 'text');
  const [, urgent, at] = KEY.exec(key) ?? [];
  if (at === undefined || Number.isNaN(Date.parse(at)))
    throw invalid({ cursor: 'The list has changed. Start again from the top' });
  return { urgent: urgent === '1', at, id };
};

/** Lists feedback with its thread: unanswered Pro feedback first, then the newest. Uses the index `feedback_inbox`. */
export async function listFeedback(
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  { cursor, unread }: FeedbackListInput,
): Promise<{ items: AdminFeedbackView[]; nextCursor: string | null }> {
  const after = cursor ? readKey(cursor) : null;
  let query = system
    .selectFrom('feedback')
    .leftJoin('users', 'users.id', 'feedback.user_id')
    .select(['feedback.id', 'feedback.name', 'feedback.email', 'category', 'subject', 'message', 'read_at'])
    .select(['feedback.created_at', 'priority', 'answered_at', 'users.email as account'])
    .select([inboxKey.as('cursor_key'), REPLIES.as('replies')]);
  if (unread === true) query = query.where('read_at', 'is', null);
  if (after)
    query = query.where(
      sql<SqlBool>`(urgent, feedback.created_at, feedback.id) < (${after.urgent}, ${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  const rows = await query
    .orderBy('urgent', 'desc')
    .orderBy('feedback.created_at', 'desc')
    .orderBy('feedback.id', 'desc')
    .limit(ADMIN_PAGE + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, ADMIN_PAGE);
  const now = clock.now();
  const isOverdue = (row: (typeof page)[number]) =>
    row.priority && row.answered_at === null && businessTimeBetween(row.created_at, now, isFederalHoliday) > PROMISED;
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
      priority: row.priority,
      answeredAt: row.answered_at?.toISOString() ?? null,
      overdue: isOverdue(row),
      answerTo: row.email ?? row.account,
      replies: row.replies.map(({ at, ...reply }) => ({ ...reply, at: new Date(at).toISOString() })),
    })),
    nextCursor,
  };
}

const REPLIES = sql<AdminFeedbackView['replies']>`coalesce((
  select json_agg(json_build_object('id', reply.id, 'direction', reply.direction, 'text', reply.text,
      'from', coalesce(reply.from_address, writer.name), 'status', sent.status, 'at', reply.at) order by reply.at, reply.direction desc, reply.id)
    from feedback_replies reply
    left join users writer on writer.id = reply.written_by
    left join messages sent on sent.dedupe_key = 'feedback.reply:' || reply.id
    where reply.feedback_id = feedback.id), '[]')`;

const MEASURED = 90 * DAY;

/** Computes how quickly Pro feedback from the last 90 days was answered, and how much is still unanswered. */
export async function readSupportFigures({ system, clock }: SystemDeps & Pick<Deps, 'clock'>): Promise<SupportFigures> {
  const now = clock.now();
  const rows = await system
    .selectFrom('feedback')
    .select(['created_at', 'answered_at'])
    .where('priority', '=', true)
    .where('created_at', '>', new Date(now.getTime() - MEASURED))
    .execute();
  const messages = rows.map((row) => ({ writtenAt: row.created_at, answeredAt: row.answered_at }));
  return supportFigures(messages, now, isFederalHoliday);
}

/**
 * Marks feedback as read or unread. Returns the feedback's subject and whether anything changed, for the audit log.
 * Throws NOT_FOUND.
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
  if (!row) throw notFound('the feedback');
  if ((row.read_at !== null) === read) return { changed: false, subject: row.subject };
  await tx
    .updateTable('feedback')
    .set({ read_at: read ? at : null })
    .where('id', '=', id)
    .execute();
  return { changed: true, subject: row.subject };
}
