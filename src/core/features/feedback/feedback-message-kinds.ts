import { feedbackInput } from '#shared/features/feedback/feedback.schema.ts';
import { oneLine } from '../leads/emails/words.ts';
import type { OutboxKind, PlatformMail } from '../messages/outgoing.ts';
import { renderFeedbackMail } from './emails/feedback-mail.tsx';

const mail: PlatformMail = async ({ row, config }) => {
  // the payload is what the schema let through, kept as it was sent
  const feedback = feedbackInput.parse(row.payload);
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

/** What this feature itself sends: feedback, to SUPPORT_EMAIL. */
export const feedbackKinds: Record<'feedback.received', OutboxKind> = {
  'feedback.received': {
    label: 'Feedback',
    windowed: false,
    platform: true,
    ignoresOptOut: true,
    audience: 'contractor',
    mail,
    platformMail: mail,
  },
};
