import { z } from 'zod';
import { messageIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** Notifies the contractor of a reply. `messageId` is its message in the thread. */
export const replyNotice = defineMessage({
  kind: 'reply.notice',
  label: 'Reply notice',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ messageId: messageIdSchema }),
  render: async () => (await import('./render-reply-notice.ts')).notice,
});
