import { render } from '@react-email/render';
import { formatWeekday } from '#shared/features/estimates/cooling-off.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
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
import type { EstimateDocument } from '../estimate-document.ts';
import type { RightToCancel } from '../right-to-cancel.ts';

interface EstimateSigned {
  document: EstimateDocument;
  company: MailCompany;
  signedBy: string;
  /** As text for people. */
  signedAt: string;
  right: RightToCancel;
  url: string;
}

const factsOf = ({ document, signedBy, signedAt }: EstimateSigned): [string, string][] => {
  const { chosen } = document;
  return [
    ['Fence', `${formatFeet(chosen.perimeter)} of ${chosen.materialType}`],
    ['Gates', String(chosen.gateCount)],
    ['Deposit', formatCents(chosen.deposit.cents)],
    ['Balance', formatCents(chosen.balanceCents)],
    ['Signed by', signedBy],
    ['Signed on', signedAt],
    ['Number', document.number],
  ];
};

/** The homeowner's copy of the signed estimate (C23: transactional); the PDF is attached. */
export const estimateSignedMail = async (signed: EstimateSigned): Promise<{ html: string; text: string }> => {
  const { document, company, right, url } = signed;
  const { chosen } = document;
  const total = formatCents(chosen.totalCents);
  const hello = `Hi ${greetingName(document.customer.name)}, thank you. You have accepted the fence estimate from ${company.name}. Your signed copy is attached.`;
  const next =
    chosen.deposit.cents > 0
      ? `Next is the deposit of ${formatCents(chosen.deposit.cents)}. If you have not paid it yet, you can do so on the page of your estimate.`
      : `${company.name} will call you to schedule the work.`;
  const cancel = `You may cancel until midnight of ${formatWeekday(right.until)}. The notice of cancellation is in the attached copy.`;
  const html = await render(
    <CompanyMail company={company} preview={`${total}, signed copy attached.`} heading="Your signed estimate">
      <Paragraph>{hello}</Paragraph>
      <Figure amount={total} below={`Signed by ${signed.signedBy}`} />
      <FenceInMail company={company} {...chosen} />
      <Facts facts={factsOf(signed)} />
      <Paragraph>{next}</Paragraph>
      <Action company={company} href={url}>
        View your estimate
      </Action>
      <Paragraph>{cancel}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    `Total: ${total}`,
    ...factsOf(signed).map(([label, value]) => `${label}: ${value}`),
    '',
    next,
    `View your estimate: ${url}`,
    '',
    cancel,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
