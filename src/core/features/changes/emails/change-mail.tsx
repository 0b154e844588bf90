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
import { changeWords } from '../words.ts';

/** A change's email to the homeowner. */
export interface ChangeMail {
  company: MailCompany;
  language: Language;
  heading: string;
  hello: string;
  /** The contractor's words about the change. '' if there are none. */
  note: string;
  /** The new total, formatted. */
  total: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** A sentence below the link. */
  below: string | null;
  action: { words: string; url: string };
}

export async function changeMail(mail: ChangeMail): Promise<{ html: string; text: string }> {
  const { company, language, heading, hello, note, total, facts, below, action } = mail;
  const words = changeWords(language);
  const html = await render(
    <CompanyMail company={company} language={language} preview={total} heading={heading}>
      <Paragraph>{hello}</Paragraph>
      {note !== '' && <Paragraph>{note}</Paragraph>}
      <Figure amount={total} below={words.facts.total} />
      <Facts facts={facts} />
      <Action company={company} href={action.url}>
        {action.words}
      </Action>
      {below !== null && <Paragraph>{below}</Paragraph>}
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    note !== '' && `\n${note}`,
    '',
    words.fact({ label: words.facts.total, value: total }),
    ...facts.map(([label, value]) => words.fact({ label, value })),
    '',
    words.fact({ label: action.words, value: action.url }),
    below !== null && `\n${below}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
