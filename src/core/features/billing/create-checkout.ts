import type Stripe from 'stripe';
import { LEAD_CREDIT, LEAD_CREDIT_DOLLARS, type PlanId } from '#shared/features/billing/plans.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CreateCheckoutInput, CreatePaymentInput, UrlView } from '#shared/features/billing/billing.schema.ts';
import { isMissing, isRefused, type StripeClient } from '../../platform/stripe.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { StripeDeps } from './apply-stripe-truth.ts';
import { ensureCustomer, forgetCustomer } from './ensure-customer.ts';
import {
  beginOperation,
  findOpenCheckouts,
  type KeyedOperation,
  noteCreated,
  noteFailed,
  type Operation,
} from './operations.repository.ts';
import { planOfPrice, priceOf } from './prices.ts';
import { applyStripeSession } from './apply-stripe-checkout.ts';
import { ACCESS_COLUMNS, hasPaidPlan } from './access.ts';
import { requireStripe } from './billing-deps.ts';
import { openPortal } from './open-portal.ts';
import { isLiving } from './plan-state.ts';
import { withStripe } from './provider-failure.ts';
import { applyStripePlan } from './apply-stripe-plan.ts';

export const CONFIRMING = 'We’re confirming your payment. This takes a moment';
const NOT_SOLD = 'This plan can’t be bought on this server yet';
const TRIES = 4;

type SessionRequest = Stripe.Checkout.SessionCreateParams & { metadata: Record<string, string> };

/**
 * Returns the URL of a checkout for a plan or a lead credit. Repeated clicks share one open checkout session. Before
 * opening a plan's checkout, expires open checkouts for other plans. Throws CONFLICT if a checkout for a plan has
 * already been paid, so that the company can't get a second subscription. Throws Stripe's own errors if Stripe doesn't
 * respond.
 */
export async function openCheckout(
  deps: StripeDeps,
  stripe: StripeClient,
  { companyId, plan }: { companyId: CompanyId; plan: PlanId },
): Promise<string> {
  const price = priceOf(deps.config, plan);
  if (price === undefined) throw new AppError(NOT_SOLD);
  const kind = plan === 'pay_as_you_go' ? 'checkout.credit' : 'checkout.plan';
  for (let tries = 0; tries < TRIES; tries += 1) {
    const customer = await ensureCustomer(deps, stripe, companyId);
    const request = sessionRequest(deps, { companyId, plan, price, customer });
    const operation = await beginOperation(deps.db, { companyId, kind, request: { ...request }, reuse: 'same' });
    if (plan !== 'pay_as_you_go') await endOtherCheckouts(deps, stripe, operation);
    const url =
      operation.stripe_id === null
        ? await createSession(deps, stripe, operation, customer)
        : await urlOfOpen(deps, stripe, operation);
    if (url !== undefined) return url;
  }
  throw new AppError('Failed to create checkout session', 'PROVIDER_UNAVAILABLE');
}

/**
 * Returns the parameters of the Stripe request. They contain only ids and amounts from our own database and
 * configuration (S1).
 */
function sessionRequest(
  { config }: Pick<StripeDeps, 'config'>,
  { companyId, plan, price, customer }: { companyId: CompanyId; plan: PlanId; price: string; customer: string },
): SessionRequest {
  const account = `${config.PUBLIC_URL}/dashboard?tab=admin&section=account`;
  const metadata = { companyId, plan };
  const common = {
    customer,
    line_items: [{ price, quantity: 1 }],
    client_reference_id: companyId,
    metadata,
    success_url: `${account}&checkout=done&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${account}&checkout=cancelled`,
  };
  return plan === 'pay_as_you_go'
    ? { ...common, mode: 'payment', payment_intent_data: { description: LEAD_CREDIT, metadata } }
    : { ...common, mode: 'subscription', subscription_data: { metadata } };
}

/**
 * Creates a session. Returns undefined if the next attempt must start over, because the customer was deleted or an
 * earlier attempt failed.
 */
async function createSession(
  { db }: StripeDeps,
  stripe: StripeClient,
  operation: KeyedOperation,
  customer: string,
): Promise<string | undefined> {
  try {
    const session = operation.fresh ? await create(stripe, operation) : await find(stripe, operation, customer);
    if (session?.url) {
      await noteCreated(db, { operation, stripeId: session.id, status: 'open' });
      return session.url;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
    await forgetCustomer({ db }, { companyId: operation.company_id, customer });
  }
  await noteFailed(db, operation);
  return undefined;
}

const create = (stripe: StripeClient, { id: key, request }: KeyedOperation): Promise<Stripe.Checkout.Session> => {
  // The stored request is sent, because Stripe requires identical parameters under the same key (S15).
  const stored = request as unknown as SessionRequest;
  return stripe.checkout.sessions.create(
    { ...stored, metadata: { ...stored.metadata, operationId: key } },
    { idempotencyKey: key },
  );
};

/**
 * Finds an open session created by the same attempt more than a day ago. Stripe may no longer remember the attempt's
 * idempotency key (S15).
 */
async function find(
  stripe: StripeClient,
  { id: key }: KeyedOperation,
  customer: string,
): Promise<Stripe.Checkout.Session | undefined> {
  const { data } = await stripe.checkout.sessions.list({ customer, limit: 100 });
  return data.find(({ metadata, status }) => metadata?.['operationId'] === key && status === 'open');
}

/**
 * Returns the URL of the session from an earlier click, or undefined if that session has ended and a new one can start.
 */
async function urlOfOpen(
  deps: StripeDeps,
  stripe: StripeClient,
  operation: KeyedOperation,
): Promise<string | undefined> {
  const id = operation.stripe_id ?? '';
  const session = await stripe.checkout.sessions.retrieve(id).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (session?.status === 'open' && session.url) return session.url;
  if (!session) await noteFailed(deps.db, operation);
  else await applyStripeSession(deps, id);
  if (session?.status === 'complete' && session.mode === 'subscription') throw new AppError(CONFIRMING, 'CONFLICT');
  return undefined;
}

const JUST_PAID = 'We’re confirming your payment for another plan. This takes a moment';

/**
 * Expires the company's open checkouts for other plans, so that the user can't buy two plans in two tabs. Throws
 * CONFLICT if one of these checkouts has already been paid.
 */
async function endOtherCheckouts(deps: StripeDeps, stripe: StripeClient, wanted: Operation): Promise<void> {
  const others = (await findOpenCheckouts(deps.db, wanted.company_id)).filter(
    ({ id, kind, stripe_id: session }) => kind === 'checkout.plan' && id !== wanted.id && session !== null,
  );
  for (const { id, stripe_id: session } of others) if (session !== null) await endCheckout(deps, stripe, id, session);
}

async function endCheckout(deps: StripeDeps, stripe: StripeClient, operation: string, session: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(session, {}, { idempotencyKey: `${operation}-expire` });
  } catch (error) {
    // Stripe refuses to expire a checkout that's no longer open. Its status is read below.
    if (!isRefused(error)) throw error;
  }
  await applyStripeSession(deps, session);
  const now = await stripe.checkout.sessions.retrieve(session);
  if (now.status === 'complete') throw new AppError(JUST_PAID, 'CONFLICT');
}

const CHECKOUT_FAILED = 'Failed to create checkout session';
const PAYMENT_FAILED = 'Failed to start payment process. Please try again.';
const SAME_PLAN = 'You’re already on this plan';

/**
 * Returns the URL for buying a plan or a lead credit. If the company already has a plan and chooses another plan,
 * returns the billing portal's URL instead, so that the company never has two subscriptions. Throws CONFLICT if the
 * company chooses the plan that it already has. Throws VALIDATION_FAILED ('Invalid plan selected') for a price that
 * isn't ours. Throws APP_ERROR if payments aren't configured. Throws PROVIDER_UNAVAILABLE if Stripe doesn't respond.
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
 * Returns the URL for buying one lead credit. Older clients may send `amount`, the price in whole dollars. The amount
 * must then match the price. The configured Stripe price is always charged (S1).
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

/**
 * Returns the portal's URL if the company has a subscription that the portal can change, or undefined if it doesn't.
 * Rereads the plan from Stripe first. Throws CONFLICT if the company already has this plan, or if it has a plan that we
 * granted without Stripe.
 */
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
    // If the company has a plan but no Stripe customer, we granted the plan, so the portal can't change it.
    if (row.stripe_customer_id !== null || !hasPaidPlan(row, deps.clock.now())) return undefined;
    throw new AppError('You already have a plan. Email support to change it', 'CONFLICT');
  }
  return openPortal(deps, stripe, { companyId, customer: row.stripe_customer_id ?? '' });
}
