import { sql } from 'kysely';
import type { MessageId } from '#shared/primitives/ids.ts';
import { LANGUAGES, type Language } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import type { LeadRow } from '../../lead-rows/lead-rows.table.ts';
import { enqueueMessage } from '../../messages/enqueue-message.ts';
import { moving } from '../../messages/move-message.ts';
import type { MessageRow } from '../../messages/messages.table.ts';
import { findConversation } from '../conversations.repository.ts';
import { WORDS } from '../guided/words/index.ts';
import { agentReply } from '../messages/agent-messages.ts';
import type { TurnAnswer } from '../turn.ts';
import { fitMessage } from './fit-message.ts';
import { keepAnswer, type ReplyThread } from './replies.repository.ts';

/** Removes the sentence that says the answer is automated, because a person sends the draft. */
export function withoutOpening(text: string, company: string): string {
  const opening = LANGUAGES.map((language) => WORDS[language].automated(company)).find((said) => text.startsWith(said));
  const rest = opening === undefined ? text : text.slice(opening.length).trim();
  return rest === '' ? text : rest;
}

interface Queueing {
  thread: ReplyThread;
  lead: LeadRow;
  answer: TurnAnswer;
  /** The company's name. */
  company: string;
  /** The answer without the opening sentence. */
  said: string;
  /** The id of the homeowner's message. Each message gets at most one answer. */
  messageId: MessageId;
  at: Date;
}

/**
 * Queues an answer. A thread's first answer begins with a sentence that says the answer is automated. If
 * earlier answers are still waiting, for example for texting hours, they're sent together with this answer as one
 * message (`fitMessage`).
 */
export async function queueAnswer(tx: CompanyTx, queueing: Queueing): Promise<void> {
  const { thread, lead, answer, company, said, messageId, at } = queueing;
  const { companyId, leadId, channel } = thread;
  const to = channel === 'sms' ? lead.phone : lead.email;
  const { state } = await findConversation(tx, { companyId, id: answer.conversationId });
  const earlier = (await takeWaiting(tx, thread)).map((waiting) => withoutOpening(waiting, company));
  const opening = (await hasAnswered(tx, thread)) ? '' : openingIn(state.language, company);
  await keepAnswer(tx, thread, {
    id: messageId,
    status: 'queued',
    answer: fitMessage({ opening, earlier, said }, { channel, company }),
  });
  if (to === null) return;
  await enqueueMessage(tx, {
    companyId,
    leadId,
    kind: agentReply,
    channel,
    to,
    payload: { messageId },
    dedupeKey: `${agentReply.kind}:${messageId}`,
    at,
  });
}

const openingIn = (language: Language, company: string): string => WORDS[language].automated(company);

/** Whether the agent has already answered in this thread. */
const hasAnswered = async (tx: CompanyTx, { companyId, leadId, channel }: ReplyThread): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('kind', '=', agentReply.kind)
    .where('channel', '=', channel)
    .where('status', 'in', ['sending', 'sent', 'delivered', 'unknown'])
    .executeTakeFirst()) !== undefined;

/** Cancels answers that haven't been sent, and returns their contents, oldest first. */
async function takeWaiting(tx: CompanyTx, { companyId, leadId, channel }: ReplyThread): Promise<string[]> {
  const { rows: cancelled } = await moving({
    from: ['scheduled'],
    to: 'cancelled',
    set: [sql`reason = 'Sent together with the next answer'`],
    where: [
      sql`m.company_id = ${companyId} and m.lead_id = ${leadId}`,
      sql`m.kind = ${agentReply.kind} and m.channel = ${channel}`,
    ],
    returning: sql`m.payload`,
  })
    .$castTo<Pick<MessageRow, 'payload'>>()
    .execute(tx);
  if (cancelled.length === 0) return [];
  const rows = await tx
    .updateTable('agent_replies')
    .set({ status: 'dropped' })
    .where('company_id', '=', companyId)
    .where('status', '=', 'queued')
    .where(
      'message_id',
      'in',
      cancelled.map(({ payload }) => payload['messageId'] as MessageId),
    )
    .returning(['answer', 'created_at'])
    .execute();
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()).flatMap(({ answer }) => answer ?? []);
}
