import { render } from '@react-email/render';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';

export interface PaymentNotice {
  company: MailCompany;
  /** For example 'Sunita Deshmukh paid the deposit of $1,771.04'. */
  headline: string;
  amount: string;
  below: string;
  /** The consequences for the contractor, and the next steps. Null if there's nothing to add. */
  next: string | null;
  facts: [string, string][];
  url: string;
}

export async function paymentNoticeMail(notice: PaymentNotice): Promise<{ html: string; text: string }> {
  const { company, headline, next, facts, url } = notice;
  const html = await render(
    <CompanyMail company={company} preview={headline} heading={headline}>
      <Figure amount={notice.amount} below={notice.below} />
      {next !== null && <Paragraph>{next}</Paragraph>}
      <Facts facts={facts} />
      <Action company={company} href={url}>
        Open the lead
      </Action>
    </CompanyMail>,
  );
  const text = joinLines([
    headline,
    next,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    `Open the lead: ${url}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
