import { render } from '@react-email/render';
import { handoverLines } from '#shared/features/agent/handover.rules.ts';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { unlinked } from '#shared/primitives/strangers-words.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
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
import { describeFence, type LeadReceived } from './lead-received.tsx';
import { joinLines } from '../../messages/emails/words.ts';

/** A notice to the contractor about a new lead. `url` opens the lead in the dashboard. */
export interface LeadNotice extends Omit<LeadReceived, 'company'> {
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
