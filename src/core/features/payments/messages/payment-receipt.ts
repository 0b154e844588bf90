import { z } from 'zod';
import { paymentIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Transactional (C23). Includes the signed copy. A text has the link to both. */
export const paymentReceipt = defineMessage({
  kind: 'payment.receipt',
  label: 'Receipt',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'always', ignoresOptOut: true },
  payload: z.object({ paymentId: paymentIdSchema }),
  render: async () => (await import('./render-payment.ts')).receipt,
});
