import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { isMissing, isRefused, type StripeClient } from '../../platform/stripe.ts';
import { requireStripe } from '../billing/billing-deps.ts';
import type { SettleDeps } from '../billing/settle-from-stripe.ts';
import { withStripe } from '../billing/provider-failure.ts';
import { beginPayment } from './begin-payment.ts';
import { endPayment } from './end-open-payments.ts';
import { openSession } from './open-session.ts';
import type { OpenPayment } from './payments.repository.ts';
import { settleAccount } from './settle-account.ts';

export const PAYMENT_FAILED = 'Failed to initiate payment. Please try again.';
const TRIES = 4;

export interface EstimatePayment {
  companyId: CompanyId;
  estimateId: EstimateId;
  what: PaymentKind;
  /** Where it differs from the estimate's own. */
  customerEmail?: string | undefined;
}

/**
 * Where to pay: a checkout on the company's connected account (S11), which leads back to the estimate's page. Amount, account and fee come from our own rows.
 * Whoever wants to pay the same gets the same checkout while it is open; another purpose or amount ends it first, so
 * that two tabs end in one payment (S2). One that was handed out a moment ago is not ended for another purpose. Throws NOT_FOUND, CONFLICT, ESTIMATE_EXPIRED, ESTIMATE_SUPERSEDED,
 * APP_ERROR where payments are not set up, PROVIDER_UNAVAILABLE where Stripe does not answer.
 */
export async function startEstimatePayment(deps: SettleDeps, wanted: EstimatePayment): Promise<{ url: string }> {
  const stripe = requireStripe(deps);
  return withStripe(deps, PAYMENT_FAILED, async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const url = await attempt(deps, stripe, wanted);
      if (url !== undefined) return { url };
    }
    throw new AppError(PAYMENT_FAILED, 'PROVIDER_UNAVAILABLE');
  });
}

async function attempt(deps: SettleDeps, stripe: StripeClient, wanted: EstimatePayment): Promise<string | undefined> {
  const begun = await beginPayment(deps, wanted);
  if ('payment' in begun) return open(deps, stripe, begun.payment);
  await endPayment(deps, begun.inTheWay);
  return undefined;
}

/** A refusal may mean that Stripe turned charges off a moment ago: the account is read anew, and Pay goes off. */
async function open(deps: SettleDeps, stripe: StripeClient, payment: OpenPayment): Promise<string | undefined> {
  try {
    return await openSession(deps, stripe, payment);
  } catch (error) {
    if (isRefused(error) || isMissing(error)) await settleAccount(deps, payment.stripe_account_id);
    throw error;
  }
}
