import { render } from 'react-email';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import { cleanName, unlinked } from '#shared/primitives/strangers-words.ts';
import { instantWords } from '#shared/features/instant/instant.words.ts';
import { handoverLines } from '#shared/features/agent/handover-lines.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import type { LeadRow } from '../../lead-rows/lead-rows.table.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { describeFence, drawingOf, fenceOf, findLead, GONE, type LeadReceived } from './render-lead-received.tsx';
import { joinLines, oneLine } from '../../messages/emails/words.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import { mailCompany } from '../../company/mail-company.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { FenceInMail, sidesInWords } from '../../messages/emails/fence-in-mail.tsx';

/** Returns the summary of the lead's conversation with the agent, if the agent handed it over to the contractor. */
const findHandover = async ({ tx, company }: RenderContext, leadId: LeadRow['id']): Promise<HandoverSummary | null> => {
  const found = await tx
    .selectFrom('agent_conversations')
    .select('handover')
    .where('company_id', '=', company.id)
    .where('lead_id', '=', leadId)
    .where('handover', 'is not', null)
    .orderBy('handed_over_at', 'desc')
    .executeTakeFirst();
  return found?.handover ?? null;
};

/** Says what became of the lead's request if the company sends estimates at once. */
const findInstant = async ({ tx, company }: RenderContext, leadId: LeadRow['id']): Promise<string | null> => {
  const request = await tx
    .selectFrom('instant_requests')
    .select('state')
    .where('company_id', '=', company.id)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  if (!request || request.state === 'pending') return null;
  const { state } = request;
  return instantWords(
    state === 'sent' ? { instant: true, instantReason: null } : { instant: false, instantReason: state },
  );
};

const noticeMail = async (context: RenderContext): Promise<OutgoingMail | NothingToSend> => {
  const lead = await findLead(context);
  if (!lead) return GONE;
  const { config } = context;
  const body = await leadNoticeMail({
    company: await mailCompany(context),
    name: unlinked(lead.name),
    email: lead.email,
    phone: lead.phone,
    address: lead.address && unlinked(lead.address),
    notes: unlinked(lead.notes),
    quoteCents: lead.quote_cents,
    url: leadUrl(config, lead.id),
    ...fenceOf(lead),
    drawing: drawingOf(lead),
    instant: await findInstant(context, lead.id),
    handover: await findHandover(context, lead.id),
  });
  return {
    ...body,
    subject: `New lead: ${cleanName(lead.name)}, ${describeFence(fenceOf(lead))}`,
    fromName: config.PRODUCT_NAME,
    // The contractor's replies are sent to the homeowner.
    replyTo: lead.email,
  };
};

const noticeText = async (context: RenderContext): Promise<OutgoingText | NothingToSend> => {
  const lead = await findLead(context);
  if (!lead) return GONE;
  const url = leadUrl(context.config, lead.id);
  const instant = await findInstant(context, lead.id);
  const estimate = instant === null ? '' : ` Estimate: ${instant[0]?.toLowerCase() ?? ''}${instant.slice(1)}.`;
  return { body: `New lead: ${cleanName(lead.name)}, ${oneLine(describeFence(fenceOf(lead)))}.${estimate} ${url}` };
};

export const notice: Renderer = { mail: noticeMail, text: noticeText };

/** A notice to the contractor about a new lead. `url` opens the lead in the dashboard. */
interface LeadNotice extends Omit<LeadReceived, 'company'> {
  company: MailCompany;
  email: string | null;
  phone: string | null;
  address: string | null;
  notes: string;
  /** What became of the request if the company sends estimates at once, such as 'Sent at once'. Null if it doesn't. */
  instant?: string | null | undefined;
  /** Set if the agent handed over the lead's conversation. */
  handover?: HandoverSummary | null | undefined;
  url: string;
}

/** The handover lines to include. The remaining lines repeat the lead's own data. */
const ADDS = new Set(['Handed over', 'Last message']);

const factsOf = (lead: LeadNotice): [string, string][] => [
  ['Name', lead.name],
  ['Phone', lead.phone === null ? 'Not provided' : formatPhone(lead.phone)],
  ['Email', lead.email ?? 'Not provided'],
  ['Address', lead.address ?? 'No address provided'],
  ['Asked for', describeFence(lead)],
  ['Priced at', lead.quoteCents === null ? 'No amount yet' : formatCents(lead.quoteCents)],
  ...(lead.instant ? [['Estimate', lead.instant] as [string, string]] : []),
  ...(lead.notes === '' ? [] : [['Notes', lead.notes] as [string, string]]),
  ...(!lead.handover
    ? []
    : handoverLines({ ...lead.handover, said: unlinked(lead.handover.said) }).filter(([label]) => ADDS.has(label))),
];

/** Returns the most prominent line: the price if there's one, otherwise the length, otherwise the name. */
const heroOf = ({ quoteCents, perimeter, name }: LeadNotice): string => {
  if (quoteCents !== null) return formatCents(quoteCents);
  return perimeter === null ? name : formatFeet(perimeter);
};

/** Shows how to contact the homeowner. If there's no phone number, the main button opens the lead's page. */
function Reach({ lead: { company, phone, url } }: { lead: LeadNotice }) {
  if (phone === null)
    return (
      <Action {...{ company }} href={url}>
        View the lead
      </Action>
    );
  return (
    <>
      <Action company={company} href={`tel:${phone}`}>
        Call {formatPhone(phone)}
      </Action>
      <Action company={company} href={`sms:${phone}`} quiet>
        Text {formatPhone(phone)}
      </Action>
      <Action company={company} href={url} quiet>
        View the lead
      </Action>
    </>
  );
}

/**
 * Renders the email that tells the contractor about a new lead, with the request, the phone number and a link to the
 * lead.
 */
export const leadNoticeMail = async (lead: LeadNotice): Promise<{ html: string; text: string }> => {
  const html = await render(
    <CompanyMail
      company={lead.company}
      preview={`${lead.name} requested ${describeFence(lead)}.`}
      heading="You have a new lead"
    >
      <Figure amount={heroOf(lead)} below={`${lead.name}, ${describeFence(lead)}`} />
      <FenceInMail {...lead} />
      <Reach lead={lead} />
      <Facts facts={factsOf(lead)} />
      {lead.email !== null && <Paragraph>Reply to this email to reach {lead.email}.</Paragraph>}
    </CompanyMail>,
  );
  const text = joinLines([
    'You have a new lead.',
    '',
    ...factsOf(lead).map(([label, value]) => `${label}: ${value}`),
    ...sidesInWords(lead.drawing, DEFAULT_LANGUAGE),
    '',
    `View the lead: ${lead.url}`,
    ...(lead.email === null ? [] : [`Reply to this email to reach ${lead.email}.`]),
    '',
    '--',
    ...footLines(lead.company),
  ]);
  return { html, text };
};
