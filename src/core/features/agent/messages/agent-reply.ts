import { z } from 'zod';
import { messageIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/**
 * The agent's answer to the homeowner's text or email whose id is `messageId`. All rules for automated messages apply
 * (C4 to C21). The lead's status stays 'new', because no person has answered yet.
 */
export const agentReply = defineMessage({
  kind: 'agent.reply',
  label: 'Automated answer',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: false },
  payload: z.object({ messageId: messageIdSchema }),
  render: async () => (await import('./render-agent-reply.ts')).reply,
});
