/**
 * The purposes of a payment: the deposit, the full amount, the balance after the deposit, or another part of the price. A
 * payment that was recorded by hand is always a part.
 */
export const PAYMENT_KINDS = ['deposit', 'full', 'balance', 'part'] as const;
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
  'voided',
] as const;
/** A payment that was recorded by hand can be voided. It then counts nowhere. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The statuses of a payment that may still succeed. A lead can have only one such payment at a time. */
export const ON_ITS_WAY = ['open', 'processing'] as const satisfies PaymentStatus[];
/** The statuses of a payment that counts as paid. A partially refunded or disputed payment still counts. */
export const COUNTS = ['succeeded', 'partially_refunded', 'disputed'] as const satisfies PaymentStatus[];

/**
 * What went wrong with a lead's payments: a dispute is open, a dispute was lost, or the newest payment failed. Shown to
 * the contractor and to the homeowner.
 */
export const PAYMENT_PROBLEMS = ['disputed', 'dispute_lost', 'failed'] as const;
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

/** How a payment was received that a member records by hand. */
export const HAND_METHODS = ['check', 'cash', 'card', 'other'] as const;
export type HandMethod = (typeof HAND_METHODS)[number];
