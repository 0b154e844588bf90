import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import type { PaymentStatus } from './payment-status.rules.ts';
import { methodWords } from './words.ts';

/**
 * Describes a payment method, such as 'by card'. A method that isn't in the catalog is described by Stripe's name, and
 * a missing method as 'online'.
 */
export const paymentMethodWords = (method: string | null, language: Language = DEFAULT_LANGUAGE): string => {
  const words = methodWords(language);
  if (method === null) return words.online;
  const known = Object.entries(words.methods).find(([name]) => name === method);
  return known?.[1] ?? words.by({ method: method.replaceAll('_', ' ') });
};

/** Short labels for payment statuses, of one or two words. */
export const PAYMENT_STATUS_LABEL: Record<PaymentStatus, string> = {
  open: 'Not finished',
  processing: 'Processing',
  succeeded: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  canceled: 'Canceled',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  dispute_lost: 'Dispute lost',
  voided: 'Voided',
};
