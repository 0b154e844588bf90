import { feedbackInput } from '#shared/features/feedback/feedback.schema.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** The email that forwards feedback to SUPPORT_EMAIL. */
export const feedbackReceived = defineMessage({
  kind: 'feedback.received',
  label: 'Feedback',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: feedbackInput,
  render: async () => (await import('./render-feedback.ts')).received,
});
