import { render } from '@react-email/render';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../outbox/emails/company-mail.tsx';
import { FenceInMail } from '../../outbox/emails/fence-in-mail.tsx';
import { greetingName, joinLines } from '../../outbox/emails/words.ts';

/** A homeowner's own request, repeated to them. Money in cents, feet decimal. */
export interface LeadReceived {
  company: MailCompany;
  name: string;
  perimeter: number | null;
  gateCount: number;
  materialType: string | null;
  /** The instant price; null if the contractor doesn't show instant prices. */
  quoteCents: number | null;
}

/** '184 ft of Vinyl with 1 gate': the request in a phrase. */
export const describeFence = ({
  perimeter,
  gateCount,
  materialType,
}: Pick<LeadReceived, 'perimeter' | 'gateCount' | 'materialType'>): string => {
  const feet = perimeter === null ? 'a fence' : `${formatFeet(perimeter)}${materialType === null ? ' of fence' : ''}`;
  const material = materialType === null ? '' : perimeter === null ? ` in ${materialType}` : ` of ${materialType}`;
  const gates = gateCount === 0 ? '' : ` with ${gateCount} gate${gateCount === 1 ? '' : 's'}`;
  return `${feet}${material}${gates}`;
};

const NOT_FINAL = 'Based on what you entered. The final price follows a site visit.';

const factsOf = ({ perimeter, gateCount, materialType }: LeadReceived): [string, string][] => [
  ...(perimeter === null ? [] : [['Fence', formatFeet(perimeter)] as [string, string]]),
  ...(materialType === null ? [] : [['Material', materialType] as [string, string]]),
  ['Gates', String(gateCount)],
];

const nextStep = ({ name, phone }: MailCompany): string =>
  phone === null
    ? `${name} will be in touch. Questions? Just reply to this email.`
    : `${name} will be in touch. Questions? Call ${formatPhone(phone)} or reply to this email.`;

/** The instant reply: thanks, the request, the price if instant prices are on, and the phone. */
export const leadReceivedMail = async (lead: LeadReceived): Promise<{ html: string; text: string }> => {
  const { company, quoteCents } = lead;
  const hello = `Hi ${greetingName(lead.name)}, thanks for asking ${company.name} about a fence. We have your request.`;
  const html = await render(
    <CompanyMail
      company={company}
      preview={`We have your request for ${describeFence(lead)}.`}
      heading="We have your request"
    >
      <Paragraph>{hello}</Paragraph>
      {quoteCents !== null && <Figure amount={formatCents(quoteCents)} below={NOT_FINAL} />}
      <FenceInMail {...lead} />
      <Facts facts={factsOf(lead)} />
      {company.phone !== null && (
        <Action company={company} href={`tel:${company.phone}`} quiet>
          Call {company.name}
        </Action>
      )}
      <Paragraph>{nextStep(company)}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    quoteCents !== null && `Your instant estimate: ${formatCents(quoteCents)}`,
    quoteCents !== null && NOT_FINAL,
    quoteCents !== null && '',
    ...factsOf(lead).map(([label, value]) => `${label}: ${value}`),
    '',
    nextStep(company),
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
