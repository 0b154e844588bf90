import { render } from '@react-email/render';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../outbox/emails/company-mail.tsx';
import { describeFence, type LeadReceived } from './lead-received.tsx';
import { joinLines } from '../../outbox/emails/words.ts';

/** A new lead as its contractor reads it. `url` opens it in the dashboard. */
export interface LeadNotice extends Omit<LeadReceived, 'company'> {
  company: MailCompany;
  email: string;
  phone: string | null;
  address: string | null;
  notes: string;
  url: string;
}

const factsOf = (lead: LeadNotice): [string, string][] => [
  ['Name', lead.name],
  ['Phone', lead.phone === null ? 'Not provided' : formatPhone(lead.phone)],
  ['Email', lead.email],
  ['Address', lead.address ?? 'No address provided'],
  ['Asked for', describeFence(lead)],
  ['Priced at', lead.quoteCents === null ? 'No amount yet' : formatCents(lead.quoteCents)],
  ...(lead.notes === '' ? [] : [['Notes', lead.notes] as [string, string]]),
];

/** Tells the contractor who asks for what, with the way to call and to the lead in the dashboard. */
export const leadNoticeMail = async (lead: LeadNotice): Promise<{ html: string; text: string }> => {
  const html = await render(
    <CompanyMail
      company={lead.company}
      preview={`${lead.name} asks for ${describeFence(lead)}.`}
      heading="You have a new lead"
    >
      <Facts facts={factsOf(lead)} />
      <Action href={lead.url}>View the lead</Action>
      <Paragraph>Reply to this mail and it goes to {lead.email}.</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    'You have a new lead.',
    '',
    ...factsOf(lead).map(([label, value]) => `${label}: ${value}`),
    '',
    `View the lead: ${lead.url}`,
    `Reply to this mail and it goes to ${lead.email}.`,
    '',
    '--',
    ...footLines(lead.company),
  ]);
  return { html, text };
};
