import type { Role } from '#shared/features/auth/auth.schema.ts';
import type { PlanId } from '#shared/features/billing/plans.ts';

export const DASHBOARD = '/dashboard';
/** Where the browser goes if the server doesn't answer a sign-out. */
export const SIGN_OUT_UNSURE = '/auth?problem=sign-out';
export const ACCOUNT = '/dashboard?tab=admin&section=account';

interface AfterSignIn {
  /** Null if it couldn't be loaded, which keeps nobody out. */
  subscription: { subscribed: boolean } | null;
  roles: readonly Role[];
  /** The page requested before the sign-in, already checked by `safeNextPath`. */
  next: string | null;
  /** A plan chosen before the account existed. */
  plan: PlanId | null;
}

/**
 * Returns the page to open after sign-in (spec, section 4): the requested page with a subscription, otherwise the
 * account section with the plans. Admins need no plan.
 */
export const afterSignIn = ({ subscription, roles, next, plan }: AfterSignIn): string => {
  if (plan !== null) return `${ACCOUNT}&plan=${plan}`;
  if (subscription?.subscribed === false && !(next !== null && roles.includes('admin'))) return ACCOUNT;
  return next ?? DASHBOARD;
};
