import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/**
 * The estimate's link. Transactional email (C23), texts within hours (C15). `ended`: what had stopped follow-ups by
 * then (`whyTooLate`).
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
