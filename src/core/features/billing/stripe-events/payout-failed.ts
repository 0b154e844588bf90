import type { StripeEventHandler } from './stripe-event.ts';

/** A contractor's bank refused a payout. That is between him and Stripe: recorded, so that support can see it. */
export const payoutFailed: StripeEventHandler = ({ logger }, { id, account }) => {
  logger.warn({ event: id, account }, 'a payout failed');
  return Promise.resolve('a payout failed');
};
