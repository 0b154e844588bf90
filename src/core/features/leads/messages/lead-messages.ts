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
  render: async () => (await import('./render-lead-received.tsx')).received,
});

/**
 * Notifies the contractor of a new lead. The text is sent only if none of the contractor's devices gets push
 * notifications about leads.
 */
export const leadNotice = defineMessage({
  kind: 'lead.notice',
  label: 'New lead',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({}),
  render: async () => (await import('./render-lead-notice.tsx')).notice,
});
