import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import {
  type Asked,
  paymentsDue,
  type PaymentsDue,
  SMALLEST_PAYMENT_CENTS,
} from '#shared/features/payments/payment-due.rules.ts';
import { dueNow, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { documentOf, type EstimateDocument, type Version } from '../estimates/estimate-document.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { stagesOf } from '../estimates/stages-of.ts';
import { getVersion } from '../estimates/read-version.ts';
import { type PaymentState, readPaymentState } from './payment-state.ts';
import { balanceWords } from './words.ts';

/** A version, the payments for its job, and the amounts that are due now. */
export interface Payable {
  document: EstimateDocument;
  state: PaymentState;
  due: PaymentsDue;
  /** The reason this version can't be paid online. Null if something can be paid. */
  refusal: AppError | null;
  /** The same, but also null if only online payments aren't available. */
  closed: AppError | null;
  /** The stages of the payment plan. The first is due even before the signature, for a payment in person. */
  stages: StageNow[];
}

/**
 * Determines which amounts can be paid for a version. Reads only our database and never calls Stripe. If nothing can be
 * paid, gives the reason in `language`, which defaults to the version's language. Throws NOT_FOUND.
 */
export async function readPayable(
  tx: CompanyTx,
  {
    companyId,
    estimateId,
    language,
    at,
  }: { companyId: CompanyId; estimateId: EstimateId; language?: Language; at: Date },
): Promise<Payable> {
  const version = await getVersion(tx, { companyId, id: estimateId, at });
  const document = documentOf(version, undefined, language);
  const state = await readPaymentState(tx, { companyId, estimateId });
  const stages = stagesOf({ version, document, money: state.money, at, asSigned: true });
  const asked = askedOf(version, document, dueNow(stages));
  const due = paymentsDue(asked, state.paidCents);
  const closed = whyNot({ version, document, state, due, asked, at });
  return {
    document,
    state,
    stages,
    // An amount that can't be paid online isn't due in cash either.
    due: closed ? NOTHING_DUE : due,
    closed,
    refusal:
      closed ?? (state.connected ? null : new AppError(balanceWords(document.language).notAvailable, 'CONFLICT')),
  };
}

export const NOTHING_DUE: PaymentsDue = { deposit: null, full: null, balance: null, part: null };

/**
 * Returns the amounts due for the version. Before signing, these are the currently offered amounts. Afterward, they're
 * the signed amounts.
 */
const askedOf = ({ estimate }: Version, { chosen, jobCents }: EstimateDocument, nowCents: number): Asked => ({
  totalCents: jobCents,
  nowCents,
  depositCents: chosen.deposit.cents,
  full: chosen.deposit.full,
  mostNowCents: estimate.work_started_at === null ? chosen.deposit.maxCents : null,
});

function whyNot({
  version,
  document,
  state,
  due,
  asked,
  at,
}: Omit<Payable, 'refusal' | 'closed' | 'stages'> & { version: Version; asked: Asked; at: Date }): AppError | null {
  const words = balanceWords(document.language);
  const status = statusNow(version.estimate, at);
  if (version.hasNewer || status === 'superseded') return new AppError(words.superseded, 'ESTIMATE_SUPERSEDED');
  if (status === 'expired') return new AppError(words.expired, 'ESTIMATE_EXPIRED');
  if (status === 'declined') return new AppError(words.declined, 'CONFLICT');
  if (status === 'disputed')
    return new AppError(state.problem === 'dispute_lost' ? words.disputeLost : words.disputed, 'CONFLICT');
  if (status === 'refunded' && (state.paidCents <= 0 || isGivenBack(version, state)))
    return new AppError(words.refunded, 'CONFLICT');
  if (state.onItsWay?.status === 'processing')
    return new AppError(words.processing({ amount: words.format.money(state.onItsWay.amountCents) }), 'CONFLICT');
  if (Object.values(due).every((amount) => amount === null))
    return new AppError(whyNothingDue({ state, asked, words }), 'CONFLICT');
  const { cap } = version.estimate.deposit_terms;
  if (cap && !document.accepted) return new AppError(words.signatureRequired({ state: cap.stateName }), 'CONFLICT');
  if (document.options.length > 1 && !document.accepted) return new AppError(words.chooseAndSign, 'CONFLICT');
  return null;
}

/** The reason no amount is due, although the version can be paid. */
function whyNothingDue({
  state,
  asked,
  words,
}: {
  state: PaymentState;
  asked: Asked;
  words: ReturnType<typeof balanceWords>;
}): string {
  const left = balanceOf({ totalCents: asked.totalCents, paidCents: state.paidCents });
  if (left <= 0) return words.allPaid;
  const isTooSmall = left < SMALLEST_PAYMENT_CENTS || (state.paidCents === 0 && isUncharged(asked.depositCents));
  return isTooSmall ? words.tooSmall({ amount: words.format.money(SMALLEST_PAYMENT_CENTS) }) : words.afterWorkStarted;
}

/** Whether a deposit is asked for but too small to be charged. */
const isUncharged = (depositCents: number): boolean => depositCents > 0 && depositCents < SMALLEST_PAYMENT_CENTS;

/**
 * Whether a payment for this version was fully refunded. The contractor chose to refund it, so the amount doesn't
 * become due again.
 */
const isGivenBack = ({ estimate: { id } }: Version, { payments }: PaymentState): boolean =>
  payments.some(({ estimateId, status, extra }) => estimateId === id && status === 'refunded' && !extra);

/** Returns the amount due for one purpose, in cents. Throws CONFLICT if it can't be paid now. */
export const amountOf = ({ due, refusal, document }: Payable, what: PaymentKind): number => {
  if (refusal) throw refusal;
  const amount = due[what];
  if (amount === null) throw new AppError(balanceWords(document.language).notNow[what], 'CONFLICT');
  return amount;
};
