import type { PaymentRow } from './payments.table.ts';

/** Returns a payment's page in the company's Stripe account. Null if nothing was charged through Stripe. */
export const stripePageOf = (
  {
    stripe_account_id: account,
    stripe_payment_intent: intent,
  }: Pick<PaymentRow, 'stripe_account_id' | 'stripe_payment_intent'>,
  live: boolean,
): string | null =>
  account === null || intent === null
    ? null
    : `https://dashboard.stripe.com/${account}${live ? '' : '/test'}/payments/${intent}`;
