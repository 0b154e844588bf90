import type { MessageId } from '#shared/primitives/ids.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { renderTypedMail } from '../../conversations/messages/typed-mail.tsx';
import { nextSubject, threadHeaders } from '../../conversations/mail-subject.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { isUndecided, UNSURE_REASON } from '../../permission/unsure-replies.ts';
import { readAgentSettings } from '../agent-settings.ts';
import { isAnsweredByPerson } from '../replies/replies.repository.ts';

type ReplyContext = RenderContext<{ messageId: MessageId }>;

/**
 * Finds the agent's answer. Returns a reason to skip the message if a person has already answered or the company has
 * turned off automatic answers.
 */
async function answerOf({ tx, row, company, payload }: ReplyContext): Promise<{ answer: string } | NothingToSend> {
  if (row.lead_id === null) return { skip: 'The lead was deleted' };
  const reply = await tx
    .selectFrom('agent_replies')
    .select(['answer'])
    .where('company_id', '=', company.id)
    .where('message_id', '=', payload.messageId)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  if (!reply?.answer) return { skip: 'This answer is no longer needed' };
  if (await isAnsweredByPerson(tx, { companyId: company.id, leadId: row.lead_id }))
    return { skip: 'A person answered first' };
  if (await isUndecided(tx, company.id, row.lead_id)) return { skip: UNSURE_REASON };
  const { [row.channel]: mode } = await readAgentSettings(tx, company.id);
  if (mode !== 'auto') return { skip: 'You turned automatic answers off' };
  return { answer: reply.answer };
}

const replyMail = async (context: ReplyContext): Promise<OutgoingMail | NothingToSend> => {
  const found = await answerOf(context);
  if ('skip' in found || context.row.lead_id === null)
    return 'skip' in found ? found : { skip: 'The lead was deleted' };
  const { tx, config, company, language } = context;
  const of = { companyId: company.id, leadId: context.row.lead_id };
  return {
    ...(await renderTypedMail({
      text: found.answer,
      company: await mailCompany(context),
      unsubscribeUrl: null,
      language,
    })),
    kept: found.answer,
    ...(await threadHeaders(tx, config, of)),
    subject: await nextSubject(tx, { ...of, companyName: company.name, language }),
    fromName: company.name,
    replyTo: company.email,
  };
};

const replyText = async (context: ReplyContext): Promise<OutgoingText | NothingToSend> => {
  const found = await answerOf(context);
  return 'skip' in found ? found : { body: found.answer };
};

export const reply: Renderer<ReplyContext['payload']> = { mail: replyMail, text: replyText };
