import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** The estimate’s link. Transactional mail (C23), texts within the window (C15). `ended`: what had ended follow-ups by then (`whyTooLate`). */
export const estimateSent = defineMessage({
  kind: 'estimate.sent',
  label: 'Estimate',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema, ended: z.string().optional() }),
  render: async () => (await import('./render-estimate.ts')).sent,
});
