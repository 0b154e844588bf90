import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

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
  render: async () => (await import('./render-lead.ts')).notice,
});
