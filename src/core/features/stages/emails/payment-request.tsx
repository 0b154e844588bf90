import { render } from '@react-email/render';
import type { Language } from '#shared/primitives/language.ts';
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
import { stageWords } from '../words.ts';

/** A message about a payment plan, in words for the homeowner. */
export interface PaymentRequestMail {
  company: MailCompany;
  language: Language;
  heading: string;
  sentences: readonly string[];
  /** What is due, with the stage's name below. Null if nothing is. */
  figure: { amount: string; below: string } | null;
  /** The estimate's number. */
  number: string;
  /** Whether it can be paid online. */
  online: boolean;
  /** The URL of the estimate's page. Null if its link was revoked. */
  url: string | null;
}

export async function paymentRequestMail(mail: PaymentRequestMail): Promise<{ html: string; text: string }> {
  const { company, language, heading, sentences, figure, number, online, url } = mail;
  const words = stageWords(language);
  const facts: [string, string][] = [[words.estimate, number]];
  const action = online ? words.pay : words.view;
  const html = await render(
    <CompanyMail company={company} language={language} preview={sentences[0] ?? heading} heading={heading}>
      {sentences.map((sentence, index) => (
        <Paragraph key={index}>{sentence}</Paragraph>
      ))}
      {figure && <Figure amount={figure.amount} below={figure.below} />}
      <Facts facts={facts} />
      {url !== null && (
        <Action company={company} href={url}>
          {action}
        </Action>
      )}
      {figure && <Paragraph>{words.ifPaid}</Paragraph>}
    </CompanyMail>,
  );
  const text = joinLines([
    ...sentences,
    '',
    figure && words.fact({ label: figure.below, value: figure.amount }),
    ...facts.map(([label, value]) => words.fact({ label, value })),
    url !== null && `\n${words.fact({ label: action, value: url })}`,
    figure && `\n${words.ifPaid}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
