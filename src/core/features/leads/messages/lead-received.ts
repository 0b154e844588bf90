import { z } from 'zod';
import { defineMessage } from '../../outbox/define-message.ts';

/**
 * The instant reply, which is transactional (C23). `network` is where the request came from, for the limit on texts
 * from one network.
 */
export const leadReceived = defineMessage({
  kind: 'lead.received',
  label: 'Instant reply',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ network: z.string().optional() }),
  render: async () => (await import('./render-lead.ts')).received,
});
