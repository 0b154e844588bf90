import { mediaWords } from '#shared/features/messages/media.rules.ts';
import { cleanName, unlinked } from '#shared/primitives/strangers-words.ts';
import type { MailCompany } from '../leads/emails/company-mail.tsx';
import { logoUrlOf } from '../company/logo-address.ts';
import { oneLine } from '../leads/emails/words.ts';
import { renderReplyNotice } from './emails/reply-notice-mail.tsx';
import { renderTypedMail } from './emails/typed-mail.tsx';
import { nextSubject, threadHeaders } from './mail-thread.ts';
import type { NothingToSend, OutboxKind, OutgoingMail, OutgoingText, RenderContext } from './outgoing.ts';
import { isCommercialTyped } from './typed-commercial.ts';
import { UNREADABLE, UNREADABLE_WORDS } from './unreadable.ts';
import { wayOut } from './way-out.ts';

const mailCompany = ({ company, config }: RenderContext): MailCompany => ({
  name: company.name,
  email: company.email,
  phone: company.phone,
  postalAddress: company.postal_address,
  logoUrl: company.logo_hash && logoUrlOf(config, company.logo_hash),
});

const payloadText = ({ row }: RenderContext, name: string): string => {
  const value = row.payload[name];
  return typeof value === 'string' ? value : '';
};

const GONE: NothingToSend = { skip: 'The lead was deleted' };

const typedMail = async (context: RenderContext): Promise<OutgoingMail | NothingToSend> => {
  const { tx, row, company, config } = context;
  if (row.lead_id === null) return GONE;
  const of = { companyId: company.id, leadId: row.lead_id };
  const subject = payloadText(context, 'subject') || (await nextSubject(tx, { ...of, companyName: company.name }));
  // a commercial one says how to get no more (C22, C24)
  const out = (await isCommercialTyped(tx, row)) ? wayOut(config, { leadId: row.lead_id, rowId: row.id }) : null;
  return {
    ...(await renderTypedMail({
      text: payloadText(context, 'text'),
      company: mailCompany(context),
      unsubscribeUrl: out?.url ?? null,
    })),
    ...(out ? { headers: out.headers } : {}),
    // the thread shows what was typed, without the foot that every mail has
    kept: payloadText(context, 'text'),
    ...(await threadHeaders(tx, config, of)),
    subject: oneLine(subject),
    fromName: oneLine(company.name),
    replyTo: company.email,
  };
};

/** What came in, by the row of the thread that the notice names; nothing to tell where it was read meanwhile. */
const findReply = async (context: RenderContext) => {
  const { tx, company } = context;
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
    .where('messages.id', '=', payloadText(context, 'messageId') as never)
    .executeTakeFirst();
  if (!found) return GONE;
  if (found.unread_count === 0) return { skip: 'You had read it by then' };
  const body = found.error_code === UNREADABLE ? UNREADABLE_WORDS : found.body || mediaWords(found.attachments);
  return { ...found, body, medium: found.channel === 'email' ? 'an email' : 'a text' };
};

const LONGEST_IN_NOTICE = 2_000;

const noticeMail = async (context: RenderContext): Promise<OutgoingMail | NothingToSend> => {
  const reply = await findReply(context);
  if ('skip' in reply) return reply;
  const { config } = context;
  const leadName = cleanName(reply.name);
  return {
    ...(await renderReplyNotice({
      company: mailCompany(context),
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

const noticeText = async (context: RenderContext): Promise<OutgoingText | NothingToSend> => {
  const reply = await findReply(context);
  if ('skip' in reply) return reply;
  return { body: `${cleanName(reply.name)} wrote ${reply.medium}. Read it in your mail or on the dashboard.` };
};

/** The conversation with a lead: what the contractor types, and the word to him that somebody wrote. */
export const conversationKinds: Record<'message.typed' | 'reply.notice', OutboxKind> = {
  'message.typed': {
    label: 'Personal',
    windowed: false,
    typed: true,
    // an answer of a person to a person (C23), save an offer; texts are bound by `typed-text.ts`
    ignoresOptOut: true,
    audience: 'homeowner',
    mail: typedMail,
    text: (context) => Promise.resolve({ body: payloadText(context, 'text') }),
  },
  'reply.notice': {
    label: 'Notice of a reply',
    windowed: true,
    ignoresOptOut: true,
    audience: 'contractor',
    mail: noticeMail,
    text: noticeText,
  },
};
