import type { PaymentStatus } from './payment-status.rules.ts';

const METHODS: Record<string, string> = {
  card: 'by card',
  us_bank_account: 'by bank',
  link: 'by Link',
  cashapp: 'by Cash App',
  amazon_pay: 'by Amazon Pay',
};

/** Returns words such as 'by card'. Other methods get Stripe's own name; without one it is 'online'. */
export const paymentMethodWords = (method: string | null): string =>
  method === null ? 'online' : (METHODS[method] ?? `by ${method.replaceAll('_', ' ')}`);

/** Labels for a payment's status, of one or two words (design, estimate states). */
export const PAYMENT_STATUS_LABEL: Record<PaymentStatus, string> = {
  open: 'Not finished',
  processing: 'On its way',
  succeeded: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  canceled: 'Canceled',
  partially_refunded: 'Part refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  dispute_lost: 'Dispute lost',
};
