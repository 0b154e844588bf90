import { z } from 'zod';
import { conversationIdSchema, messageIdSchema, userIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * Messages typed by the contractor. They count as a person's answer (C23), unless they make an offer. The rules for
 * texts are in `typed-text.ts`.
 */
export const messageTyped = defineMessage({
  kind: 'message.typed',
  label: 'Personal',
  audience: 'homeowner',
  byPerson: true,
  channel: ['email', 'sms'],
  check: { windowed: false, typed: true, asked: 'answer', ignoresOptOut: true },
  payload: z.object({ text: z.string(), userId: userIdSchema.optional(), subject: z.string().optional() }),
  render: async () => (await import('./render-typed.ts')).typed,
});

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
  render: async () => (await import('./render-reply-notice.tsx')).notice,
});
