import { z } from 'zod';
import { conversationIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Notifies the contractor that the agent handed over an existing lead's conversation. Includes a summary. */
export const agentHandover = defineMessage({
  kind: 'agent.handover',
  label: 'Conversation handed over',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ conversationId: conversationIdSchema }),
  render: async () => (await import('./render-agent-handover.ts')).handover,
});
