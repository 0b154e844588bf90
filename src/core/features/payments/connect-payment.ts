import { PAYMENT_KINDS } from '#shared/features/payments/payment-status.rules.ts';
import type { CreateConnectPaymentInput, EstimatePaymentView } from '#shared/features/payments/payments.schema.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { type Payable, readPayable } from '../balances/payable.ts';
import { startEstimatePayment } from './start-estimate-payment.ts';

/** Returns the payments that a contractor can currently take in person for an estimate version. Throws NOT_FOUND. */
export const readEstimatePayment = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  of: { companyId: CompanyId; estimateId: EstimateId },
): Promise<EstimatePaymentView> => {
  const { document, state, due, refusal } = await payableFor(deps, of);
  return {
    connected: state.connected,
    customerEmail: document.customer.email,
    paidCents: state.paidCents,
    due,
    onItsWay: state.onItsWay && {
      kind: state.onItsWay.kind,
      amountCents: state.onItsWay.amountCents,
      status: state.onItsWay.status,
    },
    refusal: refusal?.message ?? null,
  };
};

/**
 * Returns the URL where the homeowner pays an amount that the contractor takes in person. The amount and the account
 * come from our database, and the values from the browser must match them (docs/security.md, 'Money'). Throws
 * VALIDATION_FAILED if the amount doesn't match, and FORBIDDEN if the account doesn't match. Also throws the same
 * errors as `startEstimatePayment`.
 */
export async function createConnectPayment(
  deps: StripeDeps,
  companyId: CompanyId,
  { estimateId, amountCents, stripeAccountId, customerEmail }: CreateConnectPaymentInput,
): Promise<{ url: string }> {
  const payable = await payableFor(deps, { companyId, estimateId });
  if (stripeAccountId !== undefined && stripeAccountId !== payable.state.accountId)
    throw new AppError('That isn’t your company’s Stripe account. Refresh the page', 'FORBIDDEN');
  if (payable.refusal) throw payable.refusal;
  const what = PAYMENT_KINDS.find((kind) => payable.due[kind] === amountCents);
  if (what === undefined) throw invalid({ amountCents: `Only ${amountsIn(payable)} can be paid right now` });
  return startEstimatePayment(deps, { companyId, estimateId, what, customerEmail });
}

const payableFor = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, estimateId }: { companyId: CompanyId; estimateId: EstimateId },
): Promise<Payable> => inCompany(db, companyId, (tx) => readPayable(tx, { companyId, estimateId, at: clock.now() }));

const amountsIn = ({ due }: Payable): string =>
  Object.values(due)
    .flatMap((amount) => (amount === null ? [] : formatCents(amount)))
    .join(' or ');
