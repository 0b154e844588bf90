import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { isMissing, isRefused, type StripeClient } from '../../platform/stripe.ts';
import { requireStripe } from '../billing/billing-deps.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { withStripe } from '../billing/provider-failure.ts';
import { beginPayment } from './begin-payment.ts';
import { endPayment } from './end-open-payments.ts';
import { noteHandedOut, type OpenPayment } from './payments.repository.ts';
import { applyStripeAccount } from './apply-stripe-account.ts';
import { inCompany } from '../../platform/db/app.ts';
import { createSession, keepSession } from './create-session.ts';
import { applyStripePayment } from './apply-stripe-payment.ts';

export const PAYMENT_FAILED = 'Failed to initiate payment. Please try again.';
const TRIES = 4;

export interface EstimatePayment {
  companyId: CompanyId;
  estimateId: EstimateId;
  what: PaymentKind;
  /** The address for the receipt, if it differs from the estimate's own. */
  customerEmail?: string | undefined;
}

/**
 * Returns where to pay: a checkout on the company's connected account (S11), which leads back to the estimate page.
 * Amount, account and fee come from our own rows. Requests for the same payment share a checkout while it is open;
 * another purpose or amount expires it first, so two tabs lead to one payment (S2). One returned a moment ago isn't
 * expired for another purpose. Throws NOT_FOUND, CONFLICT, ESTIMATE_EXPIRED, ESTIMATE_SUPERSEDED, APP_ERROR if payments
 * aren't configured, PROVIDER_UNAVAILABLE if Stripe doesn't answer.
 */
export async function startEstimatePayment(deps: StripeDeps, wanted: EstimatePayment): Promise<{ url: string }> {
  const stripe = requireStripe(deps);
  return withStripe(deps, PAYMENT_FAILED, async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const url = await attempt(deps, stripe, wanted);
      if (url !== undefined) return { url };
    }
    throw new AppError(PAYMENT_FAILED, 'PROVIDER_UNAVAILABLE');
  });
}

async function attempt(deps: StripeDeps, stripe: StripeClient, wanted: EstimatePayment): Promise<string | undefined> {
  const begun = await beginPayment(deps, wanted);
  if ('payment' in begun) return open(deps, stripe, begun.payment);
  await endPayment(deps, begun.inTheWay);
  return undefined;
}

/**
 * Opens a checkout. If Stripe refuses, it may just have disabled charges, so the account is read again and Pay is
 * turned off.
 */
async function open(deps: StripeDeps, stripe: StripeClient, payment: OpenPayment): Promise<string | undefined> {
  try {
    return await openSession(deps, stripe, payment);
  } catch (error) {
    if (isRefused(error) || isMissing(error)) await applyStripeAccount(deps, payment.stripe_account_id);
    throw error;
  }
}

const JUST_PAID = 'This was just paid. Refresh to see it';

/**
 * The URL of a payment's checkout. Undefined if it has ended or is being expired; then the next attempt starts over.
 */
async function openSession(deps: StripeDeps, stripe: StripeClient, payment: OpenPayment): Promise<string | undefined> {
  const { stripe_session_id: known, stripe_account_id: stripeAccount } = payment;
  if (known !== null) {
    const session = await stripe.checkout.sessions.retrieve(known, {}, { stripeAccount });
    if (session.status === 'open' && session.url) return (await mayGoThere(deps, payment)) ? session.url : undefined;
    await applyStripePayment(deps, { payment, sessionId: known });
    if (session.status === 'complete') throw new AppError(JUST_PAID, 'CONFLICT');
    return undefined;
  }
  const session = await createSession(deps, stripe, payment);
  if (session === undefined) return undefined;
  if (await keepSession(deps, payment, session.id))
    return session.url && (await mayGoThere(deps, payment)) ? session.url : undefined;
  await endPayment(deps, { ...payment, stripe_session_id: session.id });
  throw new AppError('Online payment isn’t available right now', 'CONFLICT');
}

/**
 * Whether the checkout's URL may still be returned. Checked after Stripe's answer, because the decision to expire it
 * may have been made in the meantime.
 */
const mayGoThere = ({ db }: StripeDeps, payment: OpenPayment): Promise<boolean> =>
  inCompany(db, payment.company_id, (tx) => noteHandedOut(tx, payment));
