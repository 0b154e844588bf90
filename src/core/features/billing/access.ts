import type { Selectable } from 'kysely';
import type { SubscriptionTier } from '#shared/features/billing/billing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { SubscribersTable } from './billing.table.ts';

/** The columns of `subscribers` that determine access. */
export const ACCESS_COLUMNS = [
  'subscribed',
  'subscription_tier',
  'subscription_end',
  'stripe_status',
  'cancel_at_period_end',
  'free_until',
  'credits_bought_at',
] as const;

export type AccessRow = Pick<Selectable<SubscribersTable>, (typeof ACCESS_COLUMNS)[number]>;

/** The features that Starter doesn't include (spec, section 9). */
export interface PlanFeatures {
  allMaterials: boolean;
  branding: boolean;
  analytics: boolean;
}

export interface Access {
  /** Whether the company can use the dashboard and send follow-ups. */
  hasDashboard: boolean;
  /**
   * The source of the company's access: a paid plan, otherwise free access, otherwise paid credits. Null if it doesn't
   * have access.
   */
  tier: SubscriptionTier | null;
  /** When the plan renews or free access expires. Null for credits, which don't expire. */
  until: Date | null;
  pastDue: boolean;
  features: PlanFeatures;
}

const NOTHING: Access = {
  hasDashboard: false,
  tier: null,
  until: null,
  pastDue: false,
  features: { allMaterials: false, branding: false, analytics: false },
};

/**
 * Returns a company's access at `now`. Uses only the company's row in our database, so that a Stripe outage can't
 * change access. If Stripe last reported a plan as active, the plan continues past its end, because the renewal event
 * may be late. A canceled or unpaid plan ends with the paid period (S6). Free access ends on its end date. A credit
 * that hasn't been refunded gives permanent access to the dashboard.
 */
export const accessOf = (row: AccessRow | undefined, now: Date): Access => {
  if (!row) return NOTHING;
  if (hasPaidPlan(row, now))
    return open(row.subscription_tier, row.subscription_end, { pastDue: row.stripe_status === 'past_due' });
  const freeUntil = freeEnd(row);
  if (freeUntil === 'never' || (freeUntil !== null && freeUntil > now))
    return open('free', freeUntil === 'never' ? null : freeUntil);
  if (row.credits_bought_at !== null || row.subscription_tier === 'pay_as_you_go') return open('pay_as_you_go', null);
  return NOTHING;
};

const open = (tier: SubscriptionTier, until: Date | null, { pastDue } = { pastDue: false }): Access => {
  const more = tier !== 'starter';
  return {
    hasDashboard: true,
    tier,
    until,
    pastDue,
    features: { allMaterials: more, branding: more, analytics: more },
  };
};

/** Whether a Stripe plan grants access at `now`. */
export const hasPaidPlan = (row: AccessRow, now: Date): boolean => {
  const { subscribed, subscription_tier: tier, subscription_end: end } = row;
  if (!subscribed || (tier !== 'starter' && tier !== 'pro')) return false;
  const ends = row.stripe_status === 'past_due' || row.cancel_at_period_end;
  return !ends || end === null || end > now;
};

/**
 * Returns when free access ends, 'never' if it doesn't end, or null if none was granted. If the row doesn't have an end
 * date for free access, uses the row's period end.
 */
const freeEnd = (row: AccessRow): Date | 'never' | null => {
  if (row.free_until !== null) return row.free_until;
  if (!row.subscribed || row.subscription_tier !== 'free') return null;
  return row.subscription_end ?? 'never';
};

/** Returns the company's row for `accessOf`. */
export const findAccessRow = (tx: CompanyTx, companyId: CompanyId): Promise<AccessRow | undefined> =>
  tx.selectFrom('subscribers').select(ACCESS_COLUMNS).where('company_id', '=', companyId).executeTakeFirst();

export const NO_PLAN =
  'You need an active plan to send estimates. The lead is saved. Choose a plan, then send the estimate';

export interface AccessRequest {
  companyId: CompanyId;
  at: Date;
}

/** Checks that the company has a plan. Admins don't need one. Throws SUBSCRIPTION_REQUIRED. */
export const requireActivePlan = async (
  tx: CompanyTx,
  { companyId, at, isAdmin }: AccessRequest & { isAdmin: boolean },
): Promise<void> => {
  if (isAdmin || accessOf(await findAccessRow(tx, companyId), at).hasDashboard) return;
  throw new AppError(NO_PLAN, 'SUBSCRIPTION_REQUIRED', { nextStep: 'choose_plan' });
};

/**
 * Checks that the plan includes a feature. On Starter, throws UPGRADE_REQUIRED with `message`, which names the feature
 * (spec, section 9).
 */
export const requireFeature = async (
  tx: CompanyTx,
  { companyId, at, feature, message }: AccessRequest & { feature: keyof PlanFeatures; message: string },
): Promise<void> => {
  if (accessOf(await findAccessRow(tx, companyId), at).features[feature]) return;
  throw new AppError(message, 'UPGRADE_REQUIRED', { nextStep: 'upgrade' });
};
