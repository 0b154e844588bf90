import type { Selectable } from 'kysely';
import type { SubscriptionTier } from '#shared/features/billing/billing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { SubscribersTable } from './billing.table.ts';

/** The columns of `subscribers` that decide what a company may do. */
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

/** What Starter has not (decisions.md, plans). */
export interface PlanFeatures {
  allMaterials: boolean;
  branding: boolean;
  analytics: boolean;
}

export interface Access {
  /** The gate is open, and follow-ups go out. */
  hasDashboard: boolean;
  /** What it rests on now: a paid plan, else free access, else credits that are paid for; null without. */
  tier: SubscriptionTier | null;
  /** Renewal of a plan, expiry of free access; null for credits, which do not end. */
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
 * What a company may do at `now`, from our own row alone: Stripe's silence changes nothing. A plan that Stripe
 * calls active lives on although its end has passed (the renewal's news is late); a cancelled or unpaid one ends
 * with the period that was paid (S6). Free access ends by the clock. A credit that was not refunded
 * opens the dashboard for good.
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

/** Whether a plan bought at Stripe gives access at `now`. */
export const hasPaidPlan = (row: AccessRow, now: Date): boolean => {
  const { subscribed, subscription_tier: tier, subscription_end: end } = row;
  if (!subscribed || (tier !== 'starter' && tier !== 'pro')) return false;
  const ends = row.stripe_status === 'past_due' || row.cancel_at_period_end;
  return !ends || end === null || end > now;
};

/** When granted free access ends; null where none was granted. A row without its own column has it as its end. */
const freeEnd = (row: AccessRow): Date | 'never' | null => {
  if (row.free_until !== null) return row.free_until;
  if (!row.subscribed || row.subscription_tier !== 'free') return null;
  return row.subscription_end ?? 'never';
};

/** The company's row, as `accessOf` reads it. */
export const findAccessRow = (tx: CompanyTx, companyId: CompanyId): Promise<AccessRow | undefined> =>
  tx.selectFrom('subscribers').select(ACCESS_COLUMNS).where('company_id', '=', companyId).executeTakeFirst();

export const NO_PLAN = 'Sending an estimate needs an active plan. The lead is saved. Choose a plan to send it';

export interface AccessRequest {
  companyId: CompanyId;
  at: Date;
}

/** Refuses what needs a plan: SUBSCRIPTION_REQUIRED. Admins pass without one (decisions.md, plans). */
export const requireActivePlan = async (
  tx: CompanyTx,
  { companyId, at, isAdmin }: AccessRequest & { isAdmin: boolean },
): Promise<void> => {
  if (isAdmin || accessOf(await findAccessRow(tx, companyId), at).hasDashboard) return;
  throw new AppError(NO_PLAN, 'SUBSCRIPTION_REQUIRED', { nextStep: 'choose_plan' });
};

/** Refuses what Starter has not: UPGRADE_REQUIRED with `message`, which says what of (decisions.md, plans). */
export const requireFeature = async (
  tx: CompanyTx,
  { companyId, at, feature, message }: AccessRequest & { feature: keyof PlanFeatures; message: string },
): Promise<void> => {
  if (accessOf(await findAccessRow(tx, companyId), at).features[feature]) return;
  throw new AppError(message, 'UPGRADE_REQUIRED', { nextStep: 'upgrade' });
};
