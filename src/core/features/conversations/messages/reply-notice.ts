import { z } from 'zod';
import { conversationIdSchema, messageIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * Notifies the contractor of a homeowner's message. `messageId` identifies a text or email in the lead's thread.
 * `conversationId` identifies a widget conversation that a member is answering.
 */
export const replyNotice = defineMessage({
  kind: 'reply.notice',
  label: 'Reply notice',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.union([z.object({ messageId: messageIdSchema }), z.object({ conversationId: conversationIdSchema })]),
  render: async () => (await import('./render-reply-notice.ts')).notice,
});
