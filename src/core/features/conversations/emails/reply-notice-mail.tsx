import { render } from '@react-email/render';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';

export interface ReplyNotice {
  company: MailCompany;
  leadName: string;
  /** 'a text', 'an email' or 'a message on your website'. */
  medium: string;
  text: string;
  /** The link to the conversation. */
  url: string;
}

/** Renders the notice with a homeowner's message and a link to the conversation. */
export async function renderReplyNotice({
  company,
  leadName,
  medium,
  text,
  url,
}: ReplyNotice): Promise<{ html: string; text: string }> {
  const heading = `${leadName} wrote ${medium}`;
  const html = await render(
    <CompanyMail company={company} preview={text.slice(0, 140)} heading={heading}>
      <Facts facts={[['Message', text]]} />
      <Action company={company} href={url}>
        Answer
      </Action>
      <Paragraph>We won’t email you about this conversation again until you open it.</Paragraph>
    </CompanyMail>,
  );
  const plain = joinLines([
    `${heading}.`,
    '',
    text,
    '',
    `Answer: ${url}`,
    'We won’t email you about this conversation again until you open it.',
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text: plain };
}
