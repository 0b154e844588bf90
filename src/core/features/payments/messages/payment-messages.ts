import { z } from 'zod';
import { paymentIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';
import { PAYMENT_NEWS } from '../notice-words.ts';

/** Transactional (C23). Includes the signed copy. A text has the link to both. */
export const paymentReceipt = defineMessage({
  kind: 'payment.receipt',
  label: 'Receipt',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'always', ignoresOptOut: true },
  payload: z.object({ paymentId: paymentIdSchema }),
  render: async () => (await import('./render-payment-receipt.tsx')).receipt,
});

/** Transactional (C23). */
export const paymentFailed = defineMessage({
  kind: 'payment.failed',
  label: 'Failed payment',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ paymentId: paymentIdSchema }),
  render: async () => (await import('./render-payment-failed.tsx')).failed,
});

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
  render: async () => (await import('./render-payment-notice.tsx')).notice,
});
