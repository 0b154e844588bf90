import type { Selectable } from 'kysely';
import type { ConversationLine } from '#shared/features/agent/agent.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { AgentConversationsTable } from './agent.table.ts';
import type { Answered } from './guided/answer-message.ts';
import { newState } from './guided/guided-state.ts';

/** The most messages that a homeowner writes in one conversation. */
const MOST_MESSAGES = 100;
/** The most conversations that begin with one ticket. */
const MOST_OF_TICKET = 20;

const COLUMNS = ['id', 'lead_id', 'state', 'messages', 'handed_over_at', 'taken_over_at'] as const;
export type Conversation = Pick<Selectable<AgentConversationsTable>, (typeof COLUMNS)[number]>;

interface Opening {
  companyId: CompanyId;
  ticketId: string;
  /** Missing: a new conversation begins. */
  id: ConversationId | undefined;
  language: Language;
  at: Date;
}

/**
 * A new conversation, or an existing one, locked: its messages are answered one after another. Throws NOT_FOUND, and
 * RATE_LIMITED if it has too many messages or its ticket began too many.
 */
export async function openConversation(
  tx: CompanyTx,
  { companyId, ticketId, id, language, at }: Opening,
): Promise<Conversation> {
  if (id === undefined) return beginConversation(tx, { companyId, ticketId, language, at });
  const found = await tx
    .selectFrom('agent_conversations')
    .select(COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound('This conversation');
  if (found.messages >= MOST_MESSAGES)
    throw new AppError('This conversation is very long. Please call, or use the form', 'RATE_LIMITED');
  return found;
}

async function beginConversation(
  tx: CompanyTx,
  { companyId, ticketId, language, at }: Omit<Opening, 'id'>,
): Promise<Conversation> {
  const { begun } = await tx
    .selectFrom('agent_conversations')
    .select(({ fn }) => fn.countAll<number>().as('begun'))
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (begun >= MOST_OF_TICKET)
    throw new AppError('You have started many conversations. Open the page again', 'RATE_LIMITED');
  return tx
    .insertInto('agent_conversations')
    .values({
      company_id: companyId,
      lead_id: null,
      ticket_id: ticketId,
      state: JSON.stringify(newState(language)),
      handed_over_at: null,
      taken_over_at: null,
      created_at: at,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

interface Saved {
  companyId: CompanyId;
  conversation: Conversation;
  answered: Answered;
  /** The lead that this answer made or changed. */
  leadId: LeadId | null;
  at: Date;
}

export async function saveConversation(
  tx: CompanyTx,
  { companyId, conversation, answered, leadId, at }: Saved,
): Promise<void> {
  await tx
    .updateTable('agent_conversations')
    .set((row) => ({
      state: JSON.stringify(answered.state),
      messages: conversation.messages + 1,
      lead_id: leadId ?? row.ref('lead_id'),
      handed_over_at: conversation.handed_over_at ?? (answered.handover === null ? null : at),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', conversation.id)
    .execute();
}

interface Exchanged {
  companyId: CompanyId;
  conversationId: ConversationId;
  asked: string;
  answered: Answered;
  /** Whether a member answers, so the agent says nothing. */
  quiet: boolean;
  at: Date;
}

/** Keeps a message with its answer, and a question that no fact answers. */
export async function addExchange(
  tx: CompanyTx,
  { companyId, conversationId, asked, answered, quiet, at }: Exchanged,
): Promise<void> {
  const of = { company_id: companyId, conversation_id: conversationId, at };
  await tx
    .insertInto('agent_messages')
    .values([
      { ...of, author: 'homeowner', body: asked },
      ...(quiet ? [] : [{ ...of, author: 'agent' as const, body: answered.text }]),
    ])
    .execute();
  if (answered.unanswered !== null)
    await tx
      .insertInto('agent_unanswered')
      .values({ ...of, question: answered.unanswered })
      .execute();
}

/** What was said with a lead, oldest first. */
export async function readConversation(
  tx: CompanyTx,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<ConversationLine[]> {
  const rows = await tx
    .selectFrom('agent_messages')
    .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_messages.conversation_id')
    .select(['agent_messages.id', 'agent_messages.author', 'agent_messages.body', 'agent_messages.at'])
    .where('agent_messages.company_id', '=', companyId)
    .where('agent_conversations.lead_id', '=', leadId)
    .orderBy('agent_messages.id')
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** A member takes over the lead's conversations (`at`), or gives them back (null). Throws NOT_FOUND without one. */
export async function setTakenOver(
  tx: CompanyTx,
  { companyId, leadId, at }: { companyId: CompanyId; leadId: LeadId; at: Date | null },
): Promise<void> {
  const changed = await tx
    .updateTable('agent_conversations')
    .set({ taken_over_at: at })
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .returning('id')
    .execute();
  if (changed.length === 0) throw notFound('This conversation');
}
