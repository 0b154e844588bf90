import type { Role } from '#shared/features/auth/auth.schema.ts';
import type { PlanId } from '#shared/features/billing/plans.ts';

export const DASHBOARD = '/dashboard';
/** The page that the browser opens if the server doesn't respond to a sign-out. */
export const SIGN_OUT_UNSURE = '/auth?problem=sign-out';
export const ACCOUNT = '/dashboard?tab=admin&section=account';

interface AfterSignIn {
  /** Null if it couldn't be loaded; the user can still continue. */
  subscription: { subscribed: boolean } | null;
  roles: readonly Role[];
  /** The page that was requested before the sign-in, validated by `safeNextPath`. */
  next: string | null;
  /** The plan that was chosen before the account existed. */
  plan: PlanId | null;
}

/**
 * Returns the page to open after sign-in (spec, section 4). With a subscription, that is the requested page; otherwise,
 * the account section with the plans. Admins need no plan.
 */
export const afterSignIn = ({ subscription, roles, next, plan }: AfterSignIn): string => {
  if (plan !== null) return `${ACCOUNT}&plan=${plan}`;
  if (subscription?.subscribed === false && !(next !== null && roles.includes('admin'))) return ACCOUNT;
  return next ?? DASHBOARD;
};
