import type { DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import type { PaymentSettings } from '#shared/features/payments/payments.schema.ts';
import { trpc } from '../../lib/trpc.ts';

/** The company's own deposit, before any state's cap: for samples, which belong to no job. */
export const ownDeposit = (settings: PaymentSettings): DepositTerms => ({
  rule:
    settings.depositKind === 'amount' && settings.depositAmountCents !== null
      ? { kind: 'amount', cents: settings.depositAmountCents }
      : { kind: 'percent', percent: settings.depositPercent },
  cap: null,
  offerFull: settings.offerFullPayment,
});

/** As `ownDeposit`; undefined until it is known. */
export const useOwnDeposit = (): DepositTerms | undefined => {
  const { data } = trpc.payments.settings.useQuery();
  return data && ownDeposit(data);
};
