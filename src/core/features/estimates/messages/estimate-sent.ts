import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * Sends the homeowner the estimate's link in a transactional email (C23). Within texting hours (C15), also sends it in
 * a text. `ended` names an event that stopped follow-ups before the estimate was sent. That event doesn't stop the text
 * (`whyTooLate`).
 */
export const estimateSent = defineMessage({
  kind: 'estimate.sent',
  label: 'Estimate',
  audience: 'homeowner',
  byPerson: true,
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'request', ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema, ended: z.string().optional() }),
  render: async () => (await import('./render-estimate.ts')).sent,
});
