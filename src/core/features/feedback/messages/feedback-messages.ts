import { z } from 'zod';
import { feedbackInput } from '#shared/features/feedback/feedback.schema.ts';
import { MAX_FEEDBACK } from '#shared/features/feedback/feedback.words.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** The email that forwards feedback to SUPPORT_EMAIL. */
export const feedbackReceived = defineMessage({
  kind: 'feedback.received',
  label: 'Feedback',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: feedbackInput,
  render: async () => (await import('./render-feedback.tsx')).received,
});

/** The email with an admin's answer to the author of feedback. */
export const feedbackReply = defineMessage({
  kind: 'feedback.reply',
  label: 'Feedback reply',
  audience: 'contractor',
  byPerson: true,
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: z.object({
    feedbackId: z.string(),
    subject: z.string(),
    text: z.string(),
    quoted: z.string().max(MAX_FEEDBACK),
  }),
  render: async () => (await import('./render-feedback.tsx')).reply,
});
