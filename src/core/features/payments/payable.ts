import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { type Asked, paymentsDue, type PaymentsDue } from '#shared/features/payments/payment-due.rules.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { EstimateRow } from '../../platform/db/tables.ts';
import { statusNow } from '../estimates/estimate-status.ts';
import { findEstimate, findNewest } from '../estimates/estimates.repository.ts';
import { type PaymentState, readPaymentState } from './payment-state.ts';

/** A version, what was paid for its job, and what can be paid now. */
export interface Payable {
  estimate: EstimateRow;
  state: PaymentState;
  due: PaymentsDue;
  /** Why nothing can be paid by this version; null where something can. */
  refusal: AppError | null;
}

/** What can be paid of a version, from our own rows alone. Throws NOT_FOUND. */
export async function readPayable(
  tx: CompanyTx,
  { companyId, estimateId, at }: { companyId: CompanyId; estimateId: EstimateId; at: Date },
): Promise<Payable> {
  const estimate = await findEstimate(tx, { companyId, id: estimateId });
  if (!estimate) throw notFound('This estimate');
  const newest = await findNewest(tx, { companyId, id: estimate.lead_id });
  const state = await readPaymentState(tx, { companyId, estimateId });
  const asked = await askedOf(tx, estimate);
  const due = paymentsDue(asked, state.paidCents);
  const isNewest = newest?.id === estimate.id;
  return { estimate, state, due, refusal: whyNot({ estimate, state, due, asked, isNewest, at }) };
}

/** What the stored version asks for. */
async function askedOf(tx: CompanyTx, estimate: EstimateRow): Promise<Asked> {
  const { offer_full_payment: full } = await tx
    .selectFrom('company_profiles')
    .select('offer_full_payment')
    .where('id', '=', estimate.company_id)
    .executeTakeFirstOrThrow();
  return { totalCents: estimate.total_cents, depositCents: estimate.deposit_cents, full };
}

const NOT_TAKEN = 'Online payment is not possible at the moment';

function whyNot({
  estimate,
  state,
  due,
  asked,
  isNewest,
  at,
}: Omit<Payable, 'refusal'> & { asked: Asked; isNewest: boolean; at: Date }): AppError | null {
  const status = statusNow(estimate, at);
  if (!isNewest || status === 'superseded')
    return new AppError('A newer version of this estimate was sent. Pay by its link', 'ESTIMATE_SUPERSEDED');
  if (status === 'expired') return new AppError('This estimate has expired. Ask for a new one', 'ESTIMATE_EXPIRED');
  if (status === 'declined') return new AppError('This estimate was declined', 'CONFLICT');
  if (status === 'disputed') return new AppError('A payment of this estimate is disputed', 'CONFLICT');
  if (status === 'refunded' && state.paidCents === 0)
    return new AppError('What was paid was given back. Ask for a new estimate', 'CONFLICT');
  if (state.onItsWay?.status === 'processing')
    return new AppError(`A bank payment of ${formatCents(state.onItsWay.amountCents)} is on its way`, 'CONFLICT');
  if (Object.values(due).every((amount) => amount === null))
    return new AppError(
      state.paidCents < asked.totalCents ? 'The balance can be paid when the work has started' : 'Everything is paid',
      'CONFLICT',
    );
  return state.connected ? null : new AppError(NOT_TAKEN, 'CONFLICT');
}

const WHAT: Record<PaymentKind, string> = {
  deposit: 'The deposit',
  full: 'The full amount',
  balance: 'The balance',
};

/** The amount of one purpose in cents. Throws CONFLICT where it cannot be paid now. */
export const amountOf = ({ due, refusal }: Payable, what: PaymentKind): number => {
  if (refusal) throw refusal;
  const amount = due[what];
  if (amount === null) throw new AppError(`${WHAT[what]} cannot be paid now. Reload to see what can`, 'CONFLICT');
  return amount;
};
