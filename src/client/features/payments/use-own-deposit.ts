import type { DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import type { PaymentSettings } from '#shared/features/payments/payments.schema.ts';
import { trpc } from '../../lib/trpc.ts';

/** Returns the company's deposit terms without a US state's cap, for samples that aren't tied to a job. */
export const ownDeposit = (settings: PaymentSettings): DepositTerms => ({
  rule:
    settings.depositKind === 'amount' && settings.depositAmountCents !== null
      ? { kind: 'amount', cents: settings.depositAmountCents }
      : { kind: 'percent', percent: settings.depositPercent },
  cap: null,
  offerFull: settings.offerFullPayment,
  plan: settings.defaultPlan,
});

/** Returns `ownDeposit` for the stored settings, or undefined until they're loaded. */
export const useOwnDeposit = (): DepositTerms | undefined => {
  const { data } = trpc.payments.settings.useQuery();
  return data && ownDeposit(data);
};
