import type { SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { quotesRemaining } from '../estimates/quota.ts';

/**
 * The company's plan from our own row of it. Free access is a grant with an expiry date and never a Stripe
 * customer; it ends by itself (decisions.md, plans). Without a row: no plan.
 */
export const checkSubscription = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
): Promise<SubscriptionView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const row = await tx
      .selectFrom('subscribers')
      .innerJoin('company_profiles', 'company_profiles.id', 'subscribers.company_id')
      .select(['subscribed', 'subscription_tier', 'subscription_end', 'time_zone'])
      .where('subscribers.company_id', '=', companyId)
      .executeTakeFirst();
    if (!row) return NO_PLAN;
    const { subscribed, subscription_tier: tier, subscription_end: end } = row;
    const live = subscribed && (tier !== 'free' || end === null || end > at);
    return {
      subscribed: live,
      subscriptionTier: tier,
      subscriptionEnd: end?.toISOString() ?? null,
      quotesRemaining: await quotesRemaining(tx, { companyId, timeZone: row.time_zone, at }),
      isFreeAccess: live && tier === 'free',
    };
  });

const NO_PLAN: SubscriptionView = {
  subscribed: false,
  subscriptionTier: 'starter',
  subscriptionEnd: null,
  quotesRemaining: 0,
  isFreeAccess: false,
};
