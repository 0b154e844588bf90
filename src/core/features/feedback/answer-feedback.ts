import { type Kysely, sql } from 'kysely';
import type { AnswerFeedbackInput } from '#shared/features/admin/feedback-inbox.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { FeedbackId, UserId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { feedbackReply } from './messages/feedback-messages.ts';

/**
 * Answers feedback by email. Stores the answer in the feedback's thread and queues the email. Returns the feedback's
 * subject, or null if an answer with this `replyId` already exists. Throws NOT_FOUND if there's no such feedback, and
 * APP_ERROR if its author didn't leave an email address.
 */
export async function answerFeedback(
  tx: SystemTx,
  { id, replyId, text, by, at }: AnswerFeedbackInput & { by: UserId; at: Date },
): Promise<string | null> {
  const row = await tx
    .selectFrom('feedback')
    .leftJoin('users', 'users.id', 'feedback.user_id')
    .select(['subject', 'message', 'feedback.email', 'users.email as account', 'answered_at'])
    .where('feedback.id', '=', id)
    .forUpdate('feedback')
    .executeTakeFirst();
  if (!row) throw notFound('the feedback');
  const to = row.email ?? row.account;
  if (to === null) throw new AppError('The author didn’t leave an email address');
  const stored = await tx
    .insertInto('feedback_replies')
    .values({ id: replyId, feedback_id: id, direction: 'out', text, written_by: by, at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return null;
  await tx
    .updateTable('feedback')
    .set({ answered_at: row.answered_at ?? at, read_at: at })
    .where('id', '=', id)
    .execute();
  await enqueueMessage(tx, {
    companyId: null,
    leadId: null,
    kind: feedbackReply,
    channel: 'email',
    to,
    payload: { feedbackId: id, subject: row.subject, text, quoted: row.message },
    dedupeKey: replyKey(replyId),
    at,
  });
  return row.subject;
}

/** Returns the dedupe key for an answer. */
export const replyKey = (replyId: string): string => `feedback.reply:${replyId}`;

/**
 * The maximum number of messages in a thread. The limit prevents anyone who has the reply email address from flooding
 * the inbox.
 */
const MOST_IN_A_THREAD = 200;

/** Whether another email can be added to a thread. Null if the feedback doesn't exist. */
export async function hasRoomForReply(db: Kysely<Database>, feedbackId: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('feedback')
    .select(sql<number>`(select count(*) from feedback_replies where feedback_id = feedback.id)`.as('replies'))
    .where('id', '=', feedbackId as FeedbackId)
    .executeTakeFirst();
  return row ? row.replies < MOST_IN_A_THREAD : null;
}

interface AuthorsReply {
  feedbackId: string;
  from: string;
  text: string;
  /** The Message-ID in angle brackets. */
  messageId: string;
  at: Date;
}

/**
 * Adds an email from the author to the feedback's thread and marks the feedback as unread. Returns false if the email
 * is already in the thread. Returns null if the feedback doesn't exist.
 */
export async function takeFeedbackReply(
  tx: SystemTx,
  { feedbackId, from, text, messageId, at }: AuthorsReply,
): Promise<boolean | null> {
  const id = feedbackId as FeedbackId;
  const found = await tx.selectFrom('feedback').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!found) return null;
  const stored = await tx
    .insertInto('feedback_replies')
    .values({ feedback_id: id, direction: 'in', text, from_address: from, message_id: messageId, at })
    .onConflict((conflict) => conflict.constraint('feedback_replies_message').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored) await tx.updateTable('feedback').set({ read_at: null }).where('id', '=', id).execute();
  return stored !== undefined;
}
