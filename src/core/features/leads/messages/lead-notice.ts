import { z } from 'zod';
import { defineMessage } from '../../outbox/define-message.ts';

/** Tells the contractor that a lead came in; as a text where no device of theirs shows it. */
export const leadNotice = defineMessage({
  kind: 'lead.notice',
  label: 'New lead',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({}),
  render: async () => (await import('./render-lead.ts')).notice,
});
