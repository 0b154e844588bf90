import { z } from 'zod';
import { conversationIdSchema, messageIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * The agent's answer to a homeowner's text or email. `messageId` is the id of the homeowner's message. All rules for
 * automated messages apply to the answer (C4 to C21). The lead's status stays 'new', because no person has answered
 * yet.
 */
export const agentReply = defineMessage({
  kind: 'agent.reply',
  label: 'Automated answer',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'answer', ignoresOptOut: false },
  payload: z.object({ messageId: messageIdSchema }),
  render: async () => (await import('./render-agent-reply.ts')).reply,
});

/** Notifies the contractor that the agent handed over an existing lead's conversation. Includes a summary. */
export const agentHandover = defineMessage({
  kind: 'agent.handover',
  label: 'Conversation handed over',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ conversationId: conversationIdSchema }),
  render: async () => (await import('./render-agent-handover.tsx')).handover,
});
