import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/**
 * Sends the homeowner the estimate's link: by transactional email (C23), and by text within texting hours (C15).
 * `ended` is an event that had already stopped follow-ups when the estimate was sent (`whyTooLate`).
 */
export const estimateSent = defineMessage({
  kind: 'estimate.sent',
  label: 'Estimate',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema, ended: z.string().optional() }),
  render: async () => (await import('./render-estimate.ts')).sent,
});
