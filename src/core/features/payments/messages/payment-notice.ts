import { z } from 'zod';
import { paymentIdSchema } from '#shared/primitives/ids.ts';
import { PAYMENT_NEWS } from '../notice-words.ts';
import { defineMessage } from '../../messages/define-message.ts';

export const paymentNotice = defineMessage({
  kind: 'payment.notice',
  label: 'Payment notice',
  audience: 'contractor',
  channel: ['email', 'sms'],
  // A dispute notice is sent to the account's owner, even if the lead is assigned to someone else, because the bank
  // contacts the owner.
  forCompany: ({ news }) => news === 'disputed' || news === 'dispute_won' || news === 'dispute_lost',
  check: { windowed: true, alwaysTexted: true, ignoresOptOut: true },
  payload: z.object({ paymentId: paymentIdSchema, news: z.enum(PAYMENT_NEWS) }),
  render: async () => (await import('./render-payment.ts')).notice,
});
