import { z } from 'zod';
import { defineMessage } from '../../outbox/define-message.ts';

/** The first answer to a request, transactional (C23). `network`: where it came from, for the texts that one may cause. */
export const leadReceived = defineMessage({
  kind: 'lead.received',
  label: 'First answer',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ network: z.string().optional() }),
  render: async () => (await import('./render-lead.ts')).received,
});
