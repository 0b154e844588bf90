import { render } from '@react-email/components';
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
} from '../../leads/emails/company-mail.tsx';
import { greetingName, joinLines } from '../../leads/emails/words.ts';

/** A sent version as its mail says it. Money in cents, feet decimal, `validUntil` as text ('Dec 5, 2026'). */
export interface EstimateSent {
  company: MailCompany;
  name: string;
  number: string;
  totalCents: number;
  depositCents: number;
  perimeter: number;
  gateCount: number;
  materialType: string;
  validUntil: string;
  url: string;
}

const factsOf = (estimate: EstimateSent): [string, string][] => [
  ['Fence', `${formatFeet(estimate.perimeter)} of ${estimate.materialType}`],
  ['Gates', String(estimate.gateCount)],
  ['Deposit', formatCents(estimate.depositCents)],
  ['Valid until', estimate.validUntil],
  ['Number', estimate.number],
];

const questions = ({ phone }: MailCompany): string =>
  phone === null
    ? 'Questions, or ready to say yes? Reply to this mail.'
    : `Questions, or ready to say yes? Call ${formatPhone(phone)} or reply to this mail.`;

/** The estimate's link with the figures that matter. */
export const estimateSentMail = async (estimate: EstimateSent): Promise<{ html: string; text: string }> => {
  const { company, url } = estimate;
  const total = formatCents(estimate.totalCents);
  const hello = `Hi ${greetingName(estimate.name)}, here is your fence estimate from ${company.name}.`;
  const html = await render(
    <CompanyMail
      company={company}
      preview={`${total}, valid until ${estimate.validUntil}.`}
      heading="Your fence estimate"
    >
      <Paragraph>{hello}</Paragraph>
      <Figure amount={total} below={`Valid until ${estimate.validUntil}`} />
      <Facts facts={factsOf(estimate)} />
      <Action href={url}>View your estimate</Action>
      <Paragraph>{questions(company)}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    `Total: ${total}`,
    ...factsOf(estimate).map(([label, value]) => `${label}: ${value}`),
    '',
    `View your estimate: ${url}`,
    '',
    questions(company),
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
