import { z } from 'zod';
import { defineMessage } from '../../outbox/define-message.ts';

/** Notifies the contractor of a new lead. It is sent as a text if none of their devices shows it. */
export const leadNotice = defineMessage({
  kind: 'lead.notice',
  label: 'New lead',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({}),
  render: async () => (await import('./render-lead.ts')).notice,
});
