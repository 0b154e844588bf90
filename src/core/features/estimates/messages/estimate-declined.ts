import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Notifies the contractor that the estimate was declined. */
export const estimateDeclined = defineMessage({
  kind: 'estimate.declined',
  label: 'Estimate declined',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema }),
  render: async () => (await import('./render-answer.ts')).declined,
});
