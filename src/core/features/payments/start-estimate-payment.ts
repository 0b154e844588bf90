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
  /** If it differs from the estimate's own. */
  customerEmail?: string | undefined;
}

/**
 * Returns where to pay: a checkout on the company's connected account (S11), which leads back to the estimate page.
 * Amount, account and fee come from our own rows. Requests for the same payment share a checkout while it is open;
 * another purpose or amount expires it first, so two tabs lead to one payment (S2). One returned a moment ago isn't
 * expired for another purpose. Throws NOT_FOUND, CONFLICT, ESTIMATE_EXPIRED, ESTIMATE_SUPERSEDED, APP_ERROR if payments
 * aren't configured, PROVIDER_UNAVAILABLE if Stripe doesn't answer.
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

/** A refusal may mean that Stripe just disabled charges: the account is read again, and Pay is turned off. */
async function open(deps: SettleDeps, stripe: StripeClient, payment: OpenPayment): Promise<string | undefined> {
  try {
    return await openSession(deps, stripe, payment);
  } catch (error) {
    if (isRefused(error) || isMissing(error)) await settleAccount(deps, payment.stripe_account_id);
    throw error;
  }
}
