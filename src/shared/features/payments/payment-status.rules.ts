/** What is paid: the deposit, everything at once, or what is left after the deposit. */
export const PAYMENT_KINDS = ['deposit', 'full', 'balance'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENT_STATUSES = [
  'open',
  'processing',
  'succeeded',
  'failed',
  'expired',
  'canceled',
  'partially_refunded',
  'refunded',
  'disputed',
  'dispute_lost',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** May still become money: at most one of a lead at a time. */
export const ON_ITS_WAY = ['open', 'processing'] as const satisfies PaymentStatus[];
/** Counts as paid, though a part may have been refunded on purpose or a bank may be asking. */
export const COUNTS = ['succeeded', 'partially_refunded', 'disputed'] as const satisfies PaymentStatus[];
