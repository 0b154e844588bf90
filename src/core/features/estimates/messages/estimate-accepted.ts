import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Notifies the contractor that the estimate was signed. */
export const estimateAccepted = defineMessage({
  kind: 'estimate.accepted',
  label: 'Estimate accepted',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, alwaysTexted: true, ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema }),
  render: async () => (await import('./render-answer.ts')).accepted,
});
