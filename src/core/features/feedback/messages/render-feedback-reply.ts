import { feedbackAddress } from '../../messages/mail-addresses.ts';
import { renderPlatformMail } from '../../messages/emails/platform-mail.tsx';
import { oneLine } from '../../messages/emails/words.ts';
import type { PlatformContext, Renderer } from '../../messages/define-message.ts';
import type { OutgoingMail } from '../../messages/outgoing.ts';

interface Payload {
  feedbackId: string;
  subject: string;
  text: string;
  quoted: string;
}

const mail = async ({ payload, config }: PlatformContext<Payload>): Promise<OutgoingMail> => {
  const { PRODUCT_NAME: product, SUPPORT_EMAIL: support } = config;
  const subject = oneLine(`Re: ${payload.subject}`);
  const made = await renderPlatformMail({
    heading: oneLine(payload.subject),
    paragraphs: [...payload.text.split(/\n{2,}/), `You wrote: ${payload.quoted}`],
    last: 'Reply to this email to answer.',
    platform: { name: product, email: support, phone: null, postalAddress: null },
  });
  return { ...made, subject, fromName: oneLine(product), replyTo: feedbackAddress(config, payload.feedbackId) };
};

export const reply: Renderer<Payload> = { mail, platformMail: mail };
