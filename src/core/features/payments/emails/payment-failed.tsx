import { render } from '@react-email/render';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { Action, CompanyMail, footLines, type MailCompany, Paragraph } from '../../messages/emails/company-mail.tsx';
import { greetingName, joinLines } from '../../messages/emails/words.ts';
import { paymentWords } from '../words.ts';

export interface PaymentFailed {
  company: MailCompany;
  name: string;
  amountCents: number;
  number: string;
  /** The URL of the estimate's page. Null if its link was revoked. */
  url: string | null;
  /** Default: English. */
  language?: Language;
}

export async function paymentFailedMail(failed: PaymentFailed): Promise<{ html: string; text: string }> {
  const { company, url, language = DEFAULT_LANGUAGE } = failed;
  const { failed: words, format, fact } = paymentWords(language);
  const amount = format.money(failed.amountCents);
  const what = words.what({
    name: greetingName(failed.name, language),
    amount,
    company: company.name,
    number: failed.number,
  });
  const next = url === null ? words.askUs : words.canPayAgain;
  const html = await render(
    <CompanyMail company={company} language={language} preview={words.preview} heading={words.heading}>
      <Paragraph>{what}</Paragraph>
      <Paragraph>{next}</Paragraph>
      {url !== null && (
        <Action company={company} href={url}>
          {words.payAgain}
        </Action>
      )}
    </CompanyMail>,
  );
  const text = joinLines([
    what,
    '',
    next,
    url !== null && fact({ label: words.payAgain, value: url }),
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
