import { trpc } from '../../lib/trpc.ts';

/** Returns a function that refetches everything that shows money, after a payment was recorded, voided or given back. */
export const useAfterPayment = () => {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.payments.invalidate(), utils.estimates.invalidate(), utils.leads.invalidate()]);
};
