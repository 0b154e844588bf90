import { render } from '@react-email/render';
import type { Language } from '#shared/primitives/language.ts';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';
import { visitWords } from '../words.ts';

/** A visit's email to the homeowner. `when` is in words, and `url` is null for a canceled visit. */
export interface VisitMail {
  company: MailCompany;
  language: Language;
  heading: string;
  hello: string;
  when: string;
  address: string | null;
  url: string | null;
}

export async function visitMail(mail: VisitMail): Promise<{ html: string; text: string }> {
  const { company, language, heading, hello, when, address, url } = mail;
  const words = visitWords(language);
  const facts: [string, string][] = [
    [words.when, when],
    ...(address === null ? [] : [[words.where, address] as [string, string]]),
  ];
  const html = await render(
    <CompanyMail company={company} language={language} preview={when} heading={heading}>
      <Paragraph>{hello}</Paragraph>
      <Facts facts={facts} />
      {url !== null && (
        <Action company={company} href={url}>
          {words.change}
        </Action>
      )}
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    ...facts.map(([label, value]) => words.fact({ label, value })),
    url !== null && `\n${words.changeAt({ url })}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
