import { render } from 'react-email';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import type { ConversationId } from '#shared/primitives/ids.ts';
import { cleanName, quotedInText, unlinked } from '#shared/primitives/strangers-words.ts';
import { handoverLines } from '#shared/features/agent/handover-lines.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { LeadRow } from '../../lead-rows/lead-rows.table.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import { joinLines } from '../../messages/emails/words.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';

type HandoverContext = RenderContext<{ conversationId: ConversationId }>;

interface Found {
  summary: HandoverSummary;
  lead: Pick<LeadRow, 'id' | 'name' | 'email'>;
}

/**
 * Finds the conversation. Returns a reason to skip the notice if the lead was deleted or a member has already answered.
 */
async function findHandover({ tx, company, payload }: HandoverContext): Promise<Found | NothingToSend> {
  const found = await tx
    .selectFrom('agent_conversations as talk')
    .innerJoin('leads', (join) =>
      join.onRef('leads.id', '=', 'talk.lead_id').onRef('leads.company_id', '=', 'talk.company_id'),
    )
    .select(['talk.handover', 'talk.taken_over_at', 'leads.id', 'leads.name', 'leads.email'])
    .where('talk.company_id', '=', company.id)
    .where('talk.id', '=', payload.conversationId)
    .executeTakeFirst();
  if (!found) return { skip: 'The lead was deleted' };
  const { handover: summary, taken_over_at: takenOverAt, ...lead } = found;
  if (summary === null || takenOverAt !== null) return { skip: 'You had already taken over' };
  return { summary, lead };
}

const noticeMail = async (context: HandoverContext): Promise<OutgoingMail | NothingToSend> => {
  const found = await findHandover(context);
  if ('skip' in found) return found;
  const { summary, lead } = found;
  const { config } = context;
  const leadName = cleanName(lead.name);
  return {
    ...(await handoverMail({
      company: await mailCompany(context),
      leadName,
      summary,
      email: lead.email,
      url: leadUrl(config, lead.id, 'conversation'),
    })),
    subject: `${leadName} needs an answer from you`,
    fromName: config.PRODUCT_NAME,
    // The contractor's reply to this email goes directly to the homeowner.
    replyTo: lead.email,
  };
};

const noticeText = async (context: HandoverContext): Promise<OutgoingText | NothingToSend> => {
  const found = await findHandover(context);
  if ('skip' in found) return found;
  const { summary, lead } = found;
  const url = leadUrl(context.config, lead.id, 'conversation');
  return { body: `${cleanName(lead.name)} needs an answer from you: ${quotedInText(summary.said)} ${url}` };
};

export const handover: Renderer<HandoverContext['payload']> = { mail: noticeMail, text: noticeText };

interface HandoverMail {
  company: MailCompany;
  leadName: string;
  summary: HandoverSummary;
  email: string | null;
  /** The link to the conversation. */
  url: string;
}

/** Renders the email with a five-line summary of a conversation that the agent handed over to the contractor. */
export async function handoverMail({
  company,
  leadName,
  summary,
  email,
  url,
}: HandoverMail): Promise<{ html: string; text: string }> {
  const heading = `${leadName} needs an answer from you`;
  const facts = handoverLines({ ...summary, said: unlinked(summary.said) });
  const next =
    email === null
      ? 'The sales agent won’t send anything in this conversation until you let it.'
      : `Reply to this email to reach ${email}. The sales agent won’t send anything in this conversation until you let it.`;
  const html = await render(
    <CompanyMail company={company} preview={summary.why} heading={heading}>
      <Facts facts={facts} />
      <Action company={company} href={url}>
        View the conversation
      </Action>
      <Paragraph>{next}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    `${heading}.`,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    `View the conversation: ${url}`,
    next,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
