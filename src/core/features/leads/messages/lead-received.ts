import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * The instant reply, which is transactional (C23). `network` is the network that the request came from. Texts are
 * limited per network.
 */
export const leadReceived = defineMessage({
  kind: 'lead.received',
  label: 'Instant reply',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'always', ignoresOptOut: true },
  payload: z.object({ network: z.string().optional() }),
  render: async () => (await import('./render-lead.ts')).received,
});
