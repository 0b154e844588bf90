import { sql } from 'kysely';
import type { BillingStatusView, SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { quotesRemaining } from './check-plan-limit.ts';
import { ACCESS_COLUMNS, accessOf } from './access.ts';
import type { StripeDeps } from './apply-stripe-truth.ts';
import { findOpenCheckouts } from './operations.repository.ts';
import { applyStripePlan } from './apply-stripe-plan.ts';
import { applyStripeSession } from './apply-stripe-checkout.ts';

/** The minimum interval, in wall-clock time, between Stripe requests triggered by a polling page. */
const ASK_EVERY = 5 * SECOND;

/**
 * Returns the company's plan from our database. If our database doesn't show a plan for a company that has a Stripe
 * customer, queries Stripe first, because a webhook may be late. If Stripe doesn't respond, returns the plan that we
 * last read from Stripe. A Stripe outage therefore never grants access and never locks out a paying customer. Throws
 * PROVIDER_UNAVAILABLE 'Failed to check subscription status' only if we've never read the plan from Stripe.
 */
export async function checkSubscription(deps: StripeDeps, companyId: CompanyId): Promise<SubscriptionView> {
  const first = await readRow(deps, companyId);
  if (first.view.subscribed || first.customer === null || !deps.stripe) return first.view;
  if (!first.known || (await mayAsk(deps, companyId))) {
    try {
      await askStripe(deps, companyId);
    } catch (error) {
      deps.logger.warn({ err: errorForLog(error), companyId }, "couldn't check a subscription");
      if (first.known) return first.view;
      throw new AppError('Failed to check subscription status', 'PROVIDER_UNAVAILABLE', { cause: error });
    }
  }
  return (await readRow(deps, companyId)).view;
}

/** Returns the company's access according to our own database. Admins don't need a plan. */
export const billingStatus = async (
  deps: StripeDeps,
  { companyId, isAdmin }: { companyId: CompanyId; isAdmin: boolean },
): Promise<BillingStatusView> => {
  const { access, view, row } = await readRow(deps, companyId);
  return {
    hasDashboard: isAdmin || access.hasDashboard,
    canSend: isAdmin || (access.hasDashboard && view.quotesRemaining > 0),
    tier: access.tier,
    creditsLeft: row?.usage_count ?? 0,
    pastDue: row?.stripe_status === 'past_due',
    cancelAtPeriodEnd: row?.cancel_at_period_end ?? false,
    canManage: access.tier !== 'free' && row !== undefined && row.stripe_customer_id !== null,
    features: access.features,
  };
};

const readRow = (deps: StripeDeps, companyId: CompanyId) =>
  inCompany(deps.db, companyId, async (tx) => {
    const at = deps.clock.now();
    const row = await findRow(tx, companyId);
    const access = accessOf(row, at);
    const view: SubscriptionView = {
      subscribed: access.hasDashboard,
      subscriptionTier: access.tier ?? row?.subscription_tier ?? 'starter',
      subscriptionEnd: (access.hasDashboard ? access.until : (row?.subscription_end ?? null))?.toISOString() ?? null,
      quotesRemaining: row ? await quotesRemaining(tx, { companyId, timeZone: row.time_zone, at }) : 0,
      isFreeAccess: access.tier === 'free',
    };
    return {
      row,
      access,
      view,
      customer: row?.stripe_customer_id ?? null,
      known: (row?.stripe_status ?? null) !== null,
    };
  });

const findRow = (tx: CompanyTx, companyId: CompanyId) =>
  tx
    .selectFrom('subscribers')
    .innerJoin('company_profiles', 'company_profiles.id', 'subscribers.company_id')
    .select([...ACCESS_COLUMNS, 'stripe_customer_id', 'usage_count', 'time_zone'])
    .where('subscribers.company_id', '=', companyId)
    .modifyFront(prepared)
    .executeTakeFirst();

/**
 * Whether this request may query Stripe. Only one request per company may do so within ASK_EVERY, even if several run
 * at once.
 */
const mayAsk = ({ db }: StripeDeps, companyId: CompanyId): Promise<boolean> =>
  inCompany(db, companyId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('subscribers')
      .set({ stripe_asked_at: sql<Date>`now()` })
      .where('company_id', '=', companyId)
      .where(
        sql<boolean>`(stripe_asked_at is null or stripe_asked_at < now() - ${ASK_EVERY} * interval '1 millisecond')`,
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

/** Rereads the plan from Stripe, as well as checkouts whose events may have been lost. */
async function askStripe(deps: StripeDeps, companyId: CompanyId): Promise<void> {
  await applyStripePlan(deps, companyId);
  for (const { stripe_id: session } of await findOpenCheckouts(deps.db, companyId))
    if (session !== null) await applyStripeSession(deps, session);
}
