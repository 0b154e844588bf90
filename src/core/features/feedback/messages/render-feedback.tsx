import { render } from 'react-email';
import type { FeedbackInput } from '#shared/features/feedback/feedback.schema.ts';
import { joinLines, oneLine } from '../../messages/emails/words.ts';
import type { PlatformContext, Renderer } from '../../messages/define-message.ts';
import type { OutgoingMail } from '../../messages/outgoing.ts';
import { Action, CompanyMail, Facts, Paragraph } from '../../messages/emails/company-mail.tsx';
import { feedbackAddress } from '../../messages/mail-addresses.ts';
import { renderPlatformMail } from '../../messages/emails/platform-mail.tsx';

const receivedMail = async ({ payload: feedback, config }: PlatformContext<FeedbackInput>): Promise<OutgoingMail> => {
  const name = feedback.name ?? 'Anonymous';
  return {
    ...(await renderFeedbackMail({
      ...feedback,
      name,
      productName: config.PRODUCT_NAME,
      supportEmail: config.SUPPORT_EMAIL,
      url: config.PUBLIC_URL,
    })),
    subject: `Feedback (${feedback.category}): ${feedback.subject}`,
    fromName: config.PRODUCT_NAME,
    replyTo: feedback.email ?? null,
  };
};

export const received: Renderer<FeedbackInput> = { mail: receivedMail, platformMail: receivedMail };

interface FeedbackMail {
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

interface Reply {
  feedbackId: string;
  subject: string;
  text: string;
  quoted: string;
}

const replyMail = async ({ payload, config }: PlatformContext<Reply>): Promise<OutgoingMail> => {
  const { PRODUCT_NAME: product, SUPPORT_EMAIL: support } = config;
  const subject = oneLine(`Re: ${payload.subject}`);
  const made = await renderPlatformMail({
    heading: oneLine(payload.subject),
    paragraphs: [...payload.text.split(/\n{2,}/), `You wrote: ${payload.quoted}`],
    last: 'Reply to this email to answer.',
    platform: { name: product, email: support, phone: null, postalAddress: null },
  });
  return { ...made, subject, fromName: product, replyTo: feedbackAddress(config, payload.feedbackId) };
};

export const reply: Renderer<Reply> = { mail: replyMail, platformMail: replyMail };
