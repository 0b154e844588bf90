import { z } from 'zod';
import { paymentIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Transactional (C23). */
export const paymentFailed = defineMessage({
  kind: 'payment.failed',
  label: 'Failed payment',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ paymentId: paymentIdSchema }),
  render: async () => (await import('./render-payment.ts')).failed,
});
