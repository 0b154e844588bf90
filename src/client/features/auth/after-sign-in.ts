import type { Role } from '#shared/features/auth/auth.schema.ts';
import type { PlanId } from '#shared/features/billing/plans.ts';
import { recall, remember } from '../../lib/remember.ts';
import { planOf } from './auth-place.ts';

export const DASHBOARD = '/dashboard';
/** The page that the browser opens if the server doesn't respond to a sign-out. */
export const SIGN_OUT_UNSURE = '/auth?problem=sign-out';
export const ACCOUNT = '/dashboard?tab=admin&section=account';

interface AfterSignIn {
  /** Null if we couldn't load the subscription. The user can continue anyway. */
  subscription: { subscribed: boolean } | null;
  roles: readonly Role[];
  /** The page that the user requested before signing in, validated by `safeNextPath`. */
  next: string | null;
  /** The plan that the user chose before creating the account. */
  plan: PlanId | null;
}

/**
 * Returns the page to open after sign-in (spec, section 4). Users who chose a plan before they created the account go
 * to that plan in the account section. Users without a subscription go to the plans there, unless they're admins who
 * requested a page. Everyone else goes to the page they requested, or to the dashboard if they didn't request one.
 */
export const afterSignIn = ({ subscription, roles, next, plan }: AfterSignIn): string => {
  if (plan !== null) return `${ACCOUNT}&plan=${plan}`;
  if (subscription?.subscribed === false && !(next !== null && roles.includes('admin'))) return ACCOUNT;
  return next ?? DASHBOARD;
};

const CHOSEN = 'chosen-plan';

/** Keeps the plan that a visitor signs up for in this browser, because the emailed link doesn't contain it. */
export const keepChosenPlan = (plan: PlanId | null): void => remember(CHOSEN, plan);

/** Returns the kept plan and forgets it, so that nobody who signs in here later gets it. Null if there's none. */
export const takeChosenPlan = (): PlanId | null => {
  const plan = planOf(new URLSearchParams({ plan: recall(CHOSEN) ?? '' }));
  remember(CHOSEN, null);
  return plan;
};
