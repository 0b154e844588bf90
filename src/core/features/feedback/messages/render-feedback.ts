import type { FeedbackInput } from '#shared/features/feedback/feedback.schema.ts';
import { oneLine } from '../../messages/emails/words.ts';
import type { PlatformContext, Renderer } from '../../messages/define-message.ts';
import type { OutgoingMail } from '../../messages/outgoing.ts';
import { renderFeedbackMail } from '../emails/feedback-mail.tsx';

const mail = async ({ payload: feedback, config }: PlatformContext<FeedbackInput>): Promise<OutgoingMail> => {
  const name = feedback.name ?? 'Anonymous';
  return {
    ...(await renderFeedbackMail({
      ...feedback,
      name,
      productName: config.PRODUCT_NAME,
      supportEmail: config.SUPPORT_EMAIL,
      url: config.PUBLIC_URL,
    })),
    subject: oneLine(`Feedback (${feedback.category}): ${feedback.subject}`),
    fromName: config.PRODUCT_NAME,
    replyTo: feedback.email ?? null,
  };
};

export const received: Renderer<FeedbackInput> = { mail, platformMail: mail };
