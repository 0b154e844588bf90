import { render } from '@react-email/render';
import { formatCents } from '#shared/primitives/cents.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../outbox/emails/company-mail.tsx';
import { greetingName, joinLines } from '../../outbox/emails/words.ts';

/** What was paid, in the homeowner's words. Money in cents, `paidOn` as text ('Dec 5, 2026'). */
export interface PaymentReceipt {
  company: MailCompany;
  name: string;
  /** 'Deposit', 'Payment in full', 'Balance'. */
  what: string;
  amountCents: number;
  method: string;
  paidOn: string;
  number: string;
  totalCents: number;
  balanceCents: number;
  /** The estimate's page; null where its link was revoked. */
  url: string | null;
}

const factsOf = (receipt: PaymentReceipt): [string, string][] => [
  ['Paid', `${receipt.paidOn}, ${receipt.method}`],
  ['Estimate', receipt.number],
  ['Total', formatCents(receipt.totalCents)],
  ['Left to pay', formatCents(receipt.balanceCents)],
];

/** The homeowner's receipt of one payment. */
export async function paymentReceiptMail(receipt: PaymentReceipt): Promise<{ html: string; text: string }> {
  const { company, url, what } = receipt;
  const amount = formatCents(receipt.amountCents);
  const hello = `Hi ${greetingName(receipt.name)}, ${company.name} has received your payment. Thank you.`;
  const html = await render(
    <CompanyMail company={company} preview={`${amount} received.`} heading="Your receipt">
      <Paragraph>{hello}</Paragraph>
      <Figure amount={amount} below={what} />
      <Facts facts={factsOf(receipt)} />
      {url !== null && (
        <Action company={company} href={url}>
          View your estimate
        </Action>
      )}
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    `${what}: ${amount}`,
    ...factsOf(receipt).map(([label, value]) => `${label}: ${value}`),
    url !== null && `\nView your estimate: ${url}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
