import { z } from 'zod';
import { paymentIdSchema } from '#shared/primitives/ids.ts';
import { PAYMENT_NEWS } from '../notice-words.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** Tells the contractor what happened to a payment. */
export const paymentNotice = defineMessage({
  kind: 'payment.notice',
  label: 'Payment notice',
  audience: 'contractor',
  channel: ['email', 'sms'],
  // The notice goes to the account's owner, because the bank contacts them, whoever the lead is assigned to.
  forCompany: ({ news }) => news === 'disputed' || news === 'dispute_won' || news === 'dispute_lost',
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ paymentId: paymentIdSchema, news: z.enum(PAYMENT_NEWS) }),
  render: async () => (await import('./render-payment.ts')).notice,
});
