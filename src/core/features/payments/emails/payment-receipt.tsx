import { render } from '@react-email/render';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { greetingName, joinLines } from '../../messages/emails/words.ts';
import { paymentWords, type PaymentWords } from '../words.ts';

/** A payment, in words for the homeowner. Money is in cents, and `paidOn` is formatted ('Dec 5, 2026'). */
export interface PaymentReceipt {
  company: MailCompany;
  name: string;
  /** 'Deposit', 'Payment in full' or 'Balance'. */
  what: string;
  amountCents: number;
  method: string;
  paidOn: string;
  number: string;
  totalCents: number;
  /** Negative if that much is owed to the homeowner. */
  balanceCents: number;
  /** The URL of the estimate's page. Null if its link was revoked. */
  url: string | null;
  /** Default: English. */
  language?: Language;
}

const factsOf = ({ receipt: words, format }: PaymentWords, receipt: PaymentReceipt): [string, string][] => [
  [words.paid, `${receipt.paidOn}, ${receipt.method}`],
  [words.estimate, receipt.number],
  [words.total, format.money(receipt.totalCents)],
  [receipt.balanceCents < 0 ? words.owedBack : words.left, format.money(Math.abs(receipt.balanceCents))],
];

export async function paymentReceiptMail(receipt: PaymentReceipt): Promise<{ html: string; text: string }> {
  const { company, url, what, language = DEFAULT_LANGUAGE } = receipt;
  const words = paymentWords(language);
  const amount = words.format.money(receipt.amountCents);
  const inFull = receipt.balanceCents <= 0 && words.receipt.inFull;
  const hello = words.receipt.hello({ name: greetingName(receipt.name, language), company: company.name });
  const html = await render(
    <CompanyMail
      company={company}
      language={language}
      preview={words.receipt.preview({ amount })}
      heading={words.receipt.heading}
    >
      <Paragraph>{hello}</Paragraph>
      {inFull && <Paragraph>{inFull}</Paragraph>}
      <Figure amount={amount} below={what} />
      <Facts facts={factsOf(words, receipt)} />
      {url !== null && (
        <Action company={company} href={url}>
          {words.view}
        </Action>
      )}
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    inFull,
    '',
    words.fact({ label: what, value: amount }),
    ...factsOf(words, receipt).map(([label, value]) => words.fact({ label, value })),
    url !== null && `\n${words.fact({ label: words.view, value: url })}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
