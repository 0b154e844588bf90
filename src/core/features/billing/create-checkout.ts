import type { CreateCheckoutInput, CreatePaymentInput, UrlView } from '#shared/features/billing/billing.schema.ts';
import { LEAD_CREDIT_DOLLARS, type PlanId } from '#shared/features/billing/plans.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { StripeClient } from '../../platform/stripe.ts';
import { ACCESS_COLUMNS, hasPaidPlan } from './access.ts';
import { requireStripe } from './billing-deps.ts';
import type { StripeDeps } from './apply-stripe-truth.ts';
import { openCheckout } from './open-checkout.ts';
import { openPortal } from './open-portal.ts';
import { isLiving } from './plan-state.ts';
import { planOfPrice } from './prices.ts';
import { withStripe } from './provider-failure.ts';
import { applyStripePlan } from './apply-stripe-plan.ts';

const CHECKOUT_FAILED = 'Failed to create checkout session';
const PAYMENT_FAILED = 'Failed to start payment process. Please try again.';
const SAME_PLAN = 'You’re already on this plan';

/**
 * Returns where to buy a plan or a lead credit. A company with a plan gets CONFLICT for the same one, and the billing
 * portal for another, so a second subscription is never created. Throws VALIDATION_FAILED ('Invalid plan selected') for
 * a foreign price, APP_ERROR if payments aren't configured, PROVIDER_UNAVAILABLE if Stripe doesn't answer.
 */
export async function createCheckout(
  deps: StripeDeps,
  companyId: CompanyId,
  { priceId, subscriptionType }: CreateCheckoutInput,
): Promise<UrlView> {
  const plan = planOfPrice(deps.config, priceId);
  if (plan === undefined || (plan === 'pay_as_you_go') !== (subscriptionType === 'pay_as_you_go'))
    throw invalid({ priceId: 'Invalid plan selected' });
  const stripe = requireStripe(deps);
  return withStripe(deps, CHECKOUT_FAILED, async () => {
    const portal = plan === 'pay_as_you_go' ? undefined : await portalInstead(deps, stripe, { companyId, plan });
    return { url: portal ?? (await openCheckout(deps, stripe, { companyId, plan })) };
  });
}

/**
 * Returns where to buy one lead credit. `amount`, in whole dollars, is accepted for the old call and must match the
 * price; the charge is our configured Stripe price (S1).
 */
export async function createPayment(
  deps: StripeDeps,
  companyId: CompanyId,
  { amount }: CreatePaymentInput,
): Promise<UrlView> {
  if (amount !== undefined && amount !== LEAD_CREDIT_DOLLARS)
    throw invalid({ amount: `A lead credit costs $${LEAD_CREDIT_DOLLARS}` });
  const stripe = requireStripe(deps);
  return withStripe(deps, PAYMENT_FAILED, async () => ({
    url: await openCheckout(deps, stripe, { companyId, plan: 'pay_as_you_go' }),
  }));
}

/** The portal's URL if there is a subscription that it can change; read from Stripe, not from our row. */
async function portalInstead(
  deps: StripeDeps,
  stripe: StripeClient,
  { companyId, plan }: { companyId: CompanyId; plan: PlanId },
): Promise<string | undefined> {
  await applyStripePlan(deps, companyId);
  const row = await inCompany(deps.db, companyId, (tx) =>
    tx
      .selectFrom('subscribers')
      .select([...ACCESS_COLUMNS, 'stripe_customer_id'])
      .where('company_id', '=', companyId)
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  const runsOn = row.stripe_status === 'active' && !row.cancel_at_period_end;
  if (runsOn && hasPaidPlan(row, deps.clock.now()) && row.subscription_tier === plan)
    throw new AppError(SAME_PLAN, 'CONFLICT');
  if (!isLiving(row.stripe_status)) {
    // a plan that we granted without Stripe, which the portal can't change
    if (row.stripe_customer_id !== null || !hasPaidPlan(row, deps.clock.now())) return undefined;
    throw new AppError('You already have a plan. Email support to change it', 'CONFLICT');
  }
  return openPortal(deps, stripe, { companyId, customer: row.stripe_customer_id ?? '' });
}
