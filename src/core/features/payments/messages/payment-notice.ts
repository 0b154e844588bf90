import { z } from 'zod';
import { paymentIdSchema } from '#shared/primitives/ids.ts';
import { PAYMENT_NEWS } from '../notice-words.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** The notice that tells the contractor about a change to a payment. */
export const paymentNotice = defineMessage({
  kind: 'payment.notice',
  label: 'Payment notice',
  audience: 'contractor',
  channel: ['email', 'sms'],
  // The notice goes to the account's owner, because the bank contacts them, even if someone else is assigned the lead.
  forCompany: ({ news }) => news === 'disputed' || news === 'dispute_won' || news === 'dispute_lost',
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ paymentId: paymentIdSchema, news: z.enum(PAYMENT_NEWS) }),
  render: async () => (await import('./render-payment.ts')).notice,
});
