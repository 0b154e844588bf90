import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { AnswerOutcome } from './agent.table.ts';
import type { Conversation } from './conversations.repository.ts';
import type { TurnAnswer } from './turn.ts';

/** The maximum number of messages from the homeowner per conversation. */
const MOST_MESSAGES = 100;
/** The number of earlier messages that the model receives. */
const MOST_HISTORY = 12;
/** The maximum length of a stored question, in characters. Several waiting messages count as one question. */
const LONGEST_QUESTION = 2_000;

/** A homeowner's stored message. */
export interface AskedMessage {
  id: string;
  conversationId: ConversationId;
  /** False if the same message was sent earlier. */
  isNew: boolean;
}

interface WritingDown {
  companyId: CompanyId;
  conversation: Conversation;
  text: string;
  clientId: string | undefined;
  at: Date;
}

/**
 * Stores a homeowner's message as unanswered. If the conversation already has a message with the same `clientId`,
 * returns that message and stores nothing. Throws RATE_LIMITED if a new message would exceed the conversation's limit.
 * The caller must have locked the conversation.
 */
export async function writeDown(
  tx: CompanyTx,
  { companyId, conversation, text, clientId, at }: WritingDown,
): Promise<AskedMessage> {
  const conversationId = conversation.id;
  const known =
    clientId === undefined
      ? undefined
      : await tx
          .selectFrom('agent_messages')
          .select('id')
          .where('company_id', '=', companyId)
          .where('conversation_id', '=', conversationId)
          .where('client_id', '=', clientId)
          .executeTakeFirst();
  if (known) return { id: known.id, conversationId, isNew: false };
  if (conversation.messages >= MOST_MESSAGES)
    throw new AppError(
      `This conversation has reached its limit of ${MOST_MESSAGES} messages. Please call, or use the form`,
      'RATE_LIMITED',
    );
  const { id } = await tx
    .insertInto('agent_messages')
    .values({
      company_id: companyId,
      conversation_id: conversationId,
      author: 'homeowner',
      body: text,
      status: 'asked',
      client_id: clientId ?? null,
      at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('agent_conversations')
    .set((row) => ({ messages: row('messages', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', conversationId)
    .execute();
  return { id, conversationId, isNew: true };
}

export interface PendingMessage {
  id: string;
  body: string;
}

/** Reads the unanswered messages, oldest first. */
export const readPending = (
  tx: CompanyTx,
  { companyId, conversationId }: { companyId: CompanyId; conversationId: ConversationId },
): Promise<PendingMessage[]> =>
  tx
    .selectFrom('agent_messages')
    .select(['id', 'body'])
    .where('company_id', '=', companyId)
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'asked')
    .orderBy('id')
    .execute();

/** Reads the answered messages that precede the unanswered ones, oldest first. Reads at most MOST_HISTORY messages. */
export async function readHistory(
  tx: CompanyTx,
  { companyId, conversationId }: { companyId: CompanyId; conversationId: ConversationId },
): Promise<{ author: 'homeowner' | 'agent'; body: string }[]> {
  const rows = await tx
    .selectFrom('agent_messages')
    .select(['author', 'body'])
    .where('company_id', '=', companyId)
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'answered')
    .orderBy('id', 'desc')
    .limit(MOST_HISTORY)
    .execute();
  return rows.toReversed();
}

interface SavingAnswer {
  companyId: CompanyId;
  answer: TurnAnswer;
  /** The messages that this answer covers. */
  pending: readonly PendingMessage[];
  /** A question that no fact answers. */
  unanswered: string | null;
  at: Date;
}

/**
 * Stores an answer. If a member answers, records that these messages need no answer from the agent. Also stores a
 * question that no fact answered.
 */
export async function saveAnswer(
  tx: CompanyTx,
  { companyId, answer, pending, unanswered, at }: SavingAnswer,
): Promise<void> {
  const of = { company_id: companyId, conversation_id: answer.conversationId, at };
  const row =
    answer.text === null
      ? undefined
      : await tx
          .insertInto('agent_messages')
          .values({ ...of, author: 'agent', body: answer.text, outcome: JSON.stringify(outcomeOf(answer, pending)) })
          .returning('id')
          .executeTakeFirstOrThrow();
  await tx
    .updateTable('agent_messages')
    .set({ status: 'answered', answer_id: row?.id ?? null })
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      pending.map(({ id }) => id),
    )
    .execute();
  if (unanswered !== null)
    await tx
      .insertInto('agent_unanswered')
      .values({ ...of, question: unanswered.slice(0, LONGEST_QUESTION).toWellFormed() })
      .execute();
}

const outcomeOf = ({ prices, leadId, handover }: TurnAnswer, pending: readonly PendingMessage[]): AnswerOutcome => ({
  prices: [...prices],
  leadId,
  handover,
  to: pending.at(-1)?.id ?? '',
});

/**
 * Finds the stored answer to a message. Returns undefined while the message is unanswered. The answer's `text` is null
 * if a member answered the message, or if the answer was given to a later message and covers this message too.
 */
export async function findAnswerTo(
  tx: CompanyTx,
  companyId: CompanyId,
  { id, conversationId }: AskedMessage,
): Promise<TurnAnswer | undefined> {
  const found = await tx
    .selectFrom('agent_messages as asked')
    .leftJoin('agent_messages as answers', 'answers.id', 'asked.answer_id')
    .select(['asked.status', 'answers.body', 'answers.outcome'])
    .where('asked.company_id', '=', companyId)
    .where('asked.id', '=', id)
    .executeTakeFirst();
  if (found?.status !== 'answered') return undefined;
  const { body, outcome } = found;
  if (outcome?.to !== id) return { conversationId, text: null, prices: [], leadId: null, handover: null };
  const { prices, leadId, handover } = outcome;
  return { conversationId, text: body, prices, leadId: leadId satisfies LeadId | null, handover };
}
