import { z } from 'zod';
import { defineMessage } from '../../outbox/define-message.ts';

/**
 * The contractor's notice of a new lead. Its text is sent only if none of their devices gets push notifications about
 * leads.
 */
export const leadNotice = defineMessage({
  kind: 'lead.notice',
  label: 'New lead',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({}),
  render: async () => (await import('./render-lead.ts')).notice,
});
