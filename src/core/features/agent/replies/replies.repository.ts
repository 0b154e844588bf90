import type { NotNull } from 'kysely';
import type { DraftView } from '#shared/features/agent/agent.schema.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';

/** A lead's messages on one channel that share one answer. */
export interface ReplyThread {
  companyId: CompanyId;
  leadId: LeadId;
  channel: MessageChannel;
}

/**
 * Finds the threads in which all waiting messages are due, longest-waiting threads first. A newer message delays its
 * entire thread.
 */
export const findDueThreads = (
  tx: CompanyTx,
  companyId: CompanyId,
  { now, most }: { now: Date; most: number },
): Promise<Omit<ReplyThread, 'companyId'>[]> =>
  tx
    .selectFrom('agent_replies')
    .select(['lead_id as leadId', 'channel'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'waiting')
    .groupBy(['lead_id', 'channel'])
    .having((row) => row(row.fn.max('due_at'), '<=', now))
    .orderBy((row) => row.fn.max('due_at'))
    .limit(most)
    .execute();

export interface WaitingReply {
  id: MessageId;
  body: string;
  /** The earliest time to answer. Postponed when a worker claims the message. */
  dueAt: Date;
  /** When the message arrived. */
  since: Date;
}

/** Reads a thread's waiting messages, oldest first. */
export const readWaiting = (tx: CompanyTx, { companyId, leadId, channel }: ReplyThread): Promise<WaitingReply[]> =>
  tx
    .selectFrom('agent_replies')
    .innerJoin('messages', 'messages.id', 'agent_replies.message_id')
    .select(['messages.id', 'messages.body', 'agent_replies.due_at as dueAt', 'agent_replies.created_at as since'])
    .where('agent_replies.company_id', '=', companyId)
    .where('agent_replies.lead_id', '=', leadId)
    .where('agent_replies.channel', '=', channel)
    .where('agent_replies.status', '=', 'waiting')
    .orderBy('messages.at')
    .orderBy('messages.id')
    .$narrowType<{ body: NotNull }>()
    .execute();

/** Claims these messages for the caller until the given time. Other workers skip them until then. */
export async function claimWaiting(
  tx: CompanyTx,
  { companyId }: { companyId: CompanyId },
  { ids, until }: { ids: readonly MessageId[]; until: Date },
): Promise<void> {
  await tx
    .updateTable('agent_replies')
    .set({ due_at: until })
    .where('company_id', '=', companyId)
    .where('message_id', 'in', ids)
    .where('status', '=', 'waiting')
    .execute();
}

/**
 * Marks these messages as no longer waiting, because another message's answer covers them or they won't be answered.
 */
export async function endWaiting(
  tx: CompanyTx,
  { companyId }: { companyId: CompanyId },
  ids: readonly MessageId[],
  status: 'joined' | 'dropped',
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('agent_replies')
    .set({ status })
    .where('company_id', '=', companyId)
    .where('message_id', 'in', ids)
    .where('status', '=', 'waiting')
    .execute();
}

/** Stores the answer to a message, as a draft or as a message to send. The lead's older drafts are discarded. */
export async function keepAnswer(
  tx: CompanyTx,
  { companyId, leadId }: Pick<ReplyThread, 'companyId' | 'leadId'>,
  { id, status, answer }: { id: MessageId; status: 'draft' | 'queued'; answer: string },
): Promise<void> {
  await takeDrafts(tx, { companyId, leadId });
  await tx
    .updateTable('agent_replies')
    .set({ status, answer })
    .where('company_id', '=', companyId)
    .where('message_id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

/** Discards a lead's drafts, or only those in `channel`. Returns their contents. */
export async function takeDrafts(
  tx: CompanyTx,
  { companyId, leadId, channel }: Pick<ReplyThread, 'companyId' | 'leadId'> & Partial<ReplyThread>,
): Promise<string[]> {
  const drafts = tx
    .updateTable('agent_replies')
    .set({ status: 'dropped' })
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('status', '=', 'draft')
    .returning('answer');
  const taken = await (channel === undefined ? drafts : drafts.where('channel', '=', channel)).execute();
  return taken.flatMap(({ answer }) => answer ?? []);
}

/**
 * Whether a person, rather than the agent, answers the homeowner. True if the lead no longer awaits an answer, or if a
 * member took over the conversation.
 */
export async function isAnsweredByPerson(
  tx: CompanyTx,
  { companyId, leadId }: Pick<ReplyThread, 'companyId' | 'leadId'>,
): Promise<boolean> {
  const lead = await tx
    .selectFrom('leads')
    .select('awaits_answer')
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('agent_conversations')
            .select('id')
            .where('company_id', '=', companyId)
            .where('lead_id', '=', leadId)
            .where('taken_over_at', 'is not', null),
        )
        .as('taken'),
    )
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  return lead === undefined || lead.awaits_answer === null || Boolean(lead.taken);
}

/**
 * Reads open drafts, newest first, for all leads or for one (`leadId`). A draft is closed once a person has answered
 * the homeowner's message.
 */
export async function readDrafts(
  tx: CompanyTx,
  { companyId, leadId }: { companyId: CompanyId; leadId?: LeadId | undefined },
): Promise<DraftView[]> {
  const rows = await tx
    .selectFrom('agent_replies')
    .innerJoin('leads', 'leads.id', 'agent_replies.lead_id')
    .select(['message_id as id', 'lead_id as leadId', 'leads.name as leadName', 'channel', 'answer'])
    .select('agent_replies.created_at as at')
    .where('agent_replies.company_id', '=', companyId)
    .where('agent_replies.status', '=', 'draft')
    .where('leads.awaits_answer', 'is not', null)
    .$if(leadId !== undefined, (query) => query.where('lead_id', '=', leadId as LeadId))
    .orderBy('agent_replies.created_at', 'desc')
    .execute();
  return rows.map(({ answer, at, ...row }) => ({ ...row, text: answer ?? '', at: at.toISOString() }));
}
