import type { UrlView } from '#shared/features/billing/billing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import { isMissing, type StripeClient } from '../../platform/stripe.ts';
import { ACCESS_COLUMNS, accessOf } from './access.ts';
import { type BillingDeps, requireStripe } from './billing-deps.ts';
import { beginOperation, noteCreated } from './operations.repository.ts';
import { withStripe } from './provider-failure.ts';

const PORTAL_FAILED = 'We couldn’t open the billing portal. Please try again.';

/**
 * Returns the Stripe billing portal's URL for the company's own customer. Throws FORBIDDEN if the company has free
 * access, because there's nothing to manage (S4). Throws SUBSCRIPTION_REQUIRED if the company doesn't have a Stripe
 * customer. Throws APP_ERROR if payments aren't configured. Throws PROVIDER_UNAVAILABLE if Stripe doesn't respond.
 */
export async function customerPortal(deps: BillingDeps, companyId: CompanyId): Promise<UrlView> {
  const row = await inCompany(deps.db, companyId, (tx) =>
    tx
      .selectFrom('subscribers')
      .select([...ACCESS_COLUMNS, 'stripe_customer_id'])
      .where('company_id', '=', companyId)
      .executeTakeFirst(),
  );
  if (row && accessOf(row, deps.clock.now()).tier === 'free')
    throw new AppError(
      `Your account has free access, so there’s no billing to manage. Questions? Email ${deps.config.SUPPORT_EMAIL}`,
      'FORBIDDEN',
    );
  const customer = row?.stripe_customer_id;
  if (!customer)
    throw new AppError('You don’t have a subscription to manage yet. Choose a plan first', 'SUBSCRIPTION_REQUIRED', {
      nextStep: 'choose_plan',
    });
  const stripe = requireStripe(deps);
  return withStripe(deps, PORTAL_FAILED, async () => ({
    url: await openPortal(deps, stripe, { companyId, customer }),
  }));
}

/**
 * Creates a portal session and returns its URL. A session is valid for only a few minutes, so each click creates a new
 * session.
 */
export async function openPortal(
  { db, config }: BillingDeps,
  stripe: StripeClient,
  { companyId, customer }: { companyId: CompanyId; customer: string },
): Promise<string> {
  const request = { customer, return_url: `${config.PUBLIC_URL}/dashboard?tab=admin&section=account` };
  const operation = await beginOperation(db, { companyId, kind: 'portal', request, reuse: 'none' });
  try {
    const session = await stripe.billingPortal.sessions.create(request, { idempotencyKey: operation.id });
    await noteCreated(db, { operation, stripeId: session.id, status: 'done' });
    return session.url;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new AppError(`We couldn’t find your billing account. Email ${config.SUPPORT_EMAIL}`, 'APP_ERROR', {
      cause: error,
    });
  }
}
