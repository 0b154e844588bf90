import { render } from '@react-email/render';
import { Action, CompanyMail, Facts, Paragraph } from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';

export interface FeedbackMail {
  productName: string;
  supportEmail: string;
  /** 'Anonymous' if no name was given. */
  name: string;
  email?: string | undefined;
  category: string;
  subject: string;
  message: string;
  /** The value of PUBLIC_URL. */
  url: string;
}

/** Renders feedback for support. Replies go to the author if they gave an email address. */
export async function renderFeedbackMail(mail: FeedbackMail): Promise<{ html: string; text: string }> {
  const { productName, supportEmail, name, email, category, subject, message, url } = mail;
  const facts: [string, string][] = [
    ['From', email === undefined ? name : `${name} (${email})`],
    ['Category', category],
    ['Subject', subject],
    ['Message', message],
  ];
  const inbox = `${url}/admin?tab=feedback`;
  const last = email === undefined ? 'The sender didn’t leave an email address.' : 'Reply to this email to answer.';
  const platform = { name: productName, email: supportEmail, phone: null, postalAddress: null };
  const html = await render(
    <CompanyMail company={platform} preview={`${category}: ${subject}`} heading="New feedback">
      <Facts facts={facts} />
      <Action company={platform} href={inbox}>
        Open the inbox
      </Action>
      <Paragraph>{last}</Paragraph>
    </CompanyMail>,
  );
  const lines = facts.map(([label, value]) => `${label}: ${value}`);
  return { html, text: joinLines(['New feedback', '', ...lines, '', `Open the inbox: ${inbox}`, last, '']) };
}
