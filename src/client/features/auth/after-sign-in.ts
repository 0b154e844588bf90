import type { Role } from '#shared/features/auth/auth.schema.ts';
import type { PlanId } from '#shared/features/billing/plans.ts';

export const DASHBOARD = '/dashboard';
/** Where a sign-out leads that the server did not answer. */
export const SIGN_OUT_UNSURE = '/auth?problem=sign-out';
export const ACCOUNT = '/dashboard?tab=admin&section=account';

interface AfterSignIn {
  /** Null: it could not be looked up, which locks nobody out. */
  subscription: { subscribed: boolean } | null;
  roles: readonly Role[];
  /** Where one wanted to go before the sign-in, already checked (`safeNextPath`). */
  next: string | null;
  /** A plan that was chosen before there was an account. */
  plan: PlanId | null;
}

/**
 * Where a sign-in leads (spec, section 4): with a subscription to where one wanted to go, without one to the
 * account section, where the plans are. Admins need no plan.
 */
export const afterSignIn = ({ subscription, roles, next, plan }: AfterSignIn): string => {
  if (plan !== null) return `${ACCOUNT}&plan=${plan}`;
  if (subscription?.subscribed === false && !(next !== null && roles.includes('admin'))) return ACCOUNT;
  return next ?? DASHBOARD;
};
