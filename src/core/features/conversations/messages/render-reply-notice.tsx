import { render } from 'react-email';
import { mediaWords } from '#shared/features/conversations/media.rules.ts';
import type { CompanyId, ConversationId, MessageId } from '#shared/primitives/ids.ts';
import { cleanName, quotedInText, unlinked } from '#shared/primitives/strangers-words.ts';
import { UNREADABLE, UNREADABLE_WORDS } from '../unreadable.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import { mailCompany } from '../../company/mail-company.ts';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';

type NoticeContext = RenderContext<{ messageId: MessageId } | { conversationId: ConversationId }>;

const GONE: NothingToSend = { skip: 'The lead was deleted' };

/**
 * Finds the incoming message that the notice is about. Returns a reason to skip the notice if the message has since
 * been read.
 */
const findReply = async ({ tx, payload, company: { id: companyId } }: NoticeContext) => {
  const found =
    'messageId' in payload
      ? await findInThread(tx, { companyId, id: payload.messageId })
      : await findInWidget(tx, { companyId, id: payload.conversationId });
  if (!found) return GONE;
  return found.unread_count === 0 ? { skip: 'You had already read it' } : found;
};

async function findInThread(tx: CompanyTx, { companyId, id }: { companyId: CompanyId; id: MessageId }) {
  const found = await tx
    .selectFrom('messages')
    .innerJoin('leads', 'leads.id', 'messages.lead_id')
    .select([
      'messages.channel',
      'messages.body',
      'messages.error_code',
      'messages.attachments',
      'leads.id',
      'leads.name',
      'leads.unread_count',
    ])
    .where('messages.company_id', '=', companyId)
    .where('messages.id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const body = found.error_code === UNREADABLE ? UNREADABLE_WORDS : found.body || mediaWords(found.attachments);
  return { ...found, body, medium: found.channel === 'email' ? 'an email' : 'a text' };
}

/** Finds the homeowner's newest message in a widget conversation. */
async function findInWidget(tx: CompanyTx, { companyId, id }: { companyId: CompanyId; id: ConversationId }) {
  const found = await tx
    .selectFrom('agent_messages')
    .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_messages.conversation_id')
    .innerJoin('leads', 'leads.id', 'agent_conversations.lead_id')
    .select(['agent_messages.body', 'leads.id', 'leads.name', 'leads.unread_count'])
    .where('agent_messages.company_id', '=', companyId)
    .where('agent_messages.conversation_id', '=', id)
    .where('author', '=', 'homeowner')
    .orderBy('agent_messages.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found && { ...found, medium: 'a message on your website' };
}

const LONGEST_IN_NOTICE = 2_000;

const noticeMail = async (context: NoticeContext): Promise<OutgoingMail | NothingToSend> => {
  const reply = await findReply(context);
  if ('skip' in reply) return reply;
  const { config } = context;
  const leadName = cleanName(reply.name);
  return {
    ...(await renderReplyNotice({
      company: await mailCompany(context),
      leadName,
      medium: reply.medium,
      text: unlinked(reply.body.slice(0, LONGEST_IN_NOTICE)),
      url: leadUrl(config, reply.id, 'conversation'),
    })),
    subject: `${leadName} wrote ${reply.medium}`,
    fromName: config.PRODUCT_NAME,
    replyTo: null,
  };
};

const noticeText = async (context: NoticeContext): Promise<OutgoingText | NothingToSend> => {
  const reply = await findReply(context);
  if ('skip' in reply) return reply;
  const url = leadUrl(context.config, reply.id, 'conversation');
  return { body: `${cleanName(reply.name)} wrote ${reply.medium}: ${quotedInText(reply.body)} ${url}` };
};

export const notice: Renderer<NoticeContext['payload']> = { mail: noticeMail, text: noticeText };

interface ReplyNotice {
  company: MailCompany;
  leadName: string;
  /** 'a text', 'an email' or 'a message on your website'. */
  medium: string;
  text: string;
  /** The link to the conversation. */
  url: string;
}

/** Renders the notice with a homeowner's message and a link to the conversation. */
export async function renderReplyNotice({
  company,
  leadName,
  medium,
  text,
  url,
}: ReplyNotice): Promise<{ html: string; text: string }> {
  const heading = `${leadName} wrote ${medium}`;
  const html = await render(
    <CompanyMail company={company} preview={text.slice(0, 140)} heading={heading}>
      <Facts facts={[['Message', text]]} />
      <Action company={company} href={url}>
        Answer
      </Action>
      <Paragraph>We won’t email you about this conversation again until you open it.</Paragraph>
    </CompanyMail>,
  );
  const plain = joinLines([
    `${heading}.`,
    '',
    text,
    '',
    `Answer: ${url}`,
    'We won’t email you about this conversation again until you open it.',
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text: plain };
}
