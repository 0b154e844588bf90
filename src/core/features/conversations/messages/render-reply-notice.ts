import { mediaWords } from '#shared/features/conversations/media.rules.ts';
import type { MessageId } from '#shared/primitives/ids.ts';
import { cleanName, unlinked } from '#shared/primitives/strangers-words.ts';
import { renderReplyNotice } from '../emails/reply-notice-mail.tsx';
import { UNREADABLE, UNREADABLE_WORDS } from '../unreadable.ts';
import type { RenderContext, Renderer } from '../../outbox/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../outbox/outgoing.ts';
import { mailCompany } from '../../company/mail-company.ts';

type NoticeContext = RenderContext<{ messageId: MessageId }>;

const GONE: NothingToSend = { skip: 'The lead was deleted' };

/** Finds the incoming message that the notice is about. Returns a skip if it has been read in the meantime. */
const findReply = async (context: NoticeContext) => {
  const { tx, payload, company } = context;
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
    .where('messages.company_id', '=', company.id)
    .where('messages.id', '=', payload.messageId)
    .executeTakeFirst();
  if (!found) return GONE;
  if (found.unread_count === 0) return { skip: 'You had read it by then' };
  const body = found.error_code === UNREADABLE ? UNREADABLE_WORDS : found.body || mediaWords(found.attachments);
  return { ...found, body, medium: found.channel === 'email' ? 'an email' : 'a text' };
};

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
      url: `${config.PUBLIC_URL}/dashboard?tab=leads&lead=${reply.id}&view=conversation`,
    })),
    subject: `${leadName} wrote ${reply.medium}`.slice(0, 200),
    fromName: config.PRODUCT_NAME,
    replyTo: null,
  };
};

const noticeText = async (context: NoticeContext): Promise<OutgoingText | NothingToSend> => {
  const reply = await findReply(context);
  if ('skip' in reply) return reply;
  return { body: `${cleanName(reply.name)} wrote ${reply.medium}. Read it in your email or on the dashboard.` };
};

export const notice: Renderer<NoticeContext['payload']> = { mail: noticeMail, text: noticeText };
