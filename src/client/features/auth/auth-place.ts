import { safeNextPath } from '#shared/features/auth/next-path.ts';
import type { PlanId } from '#shared/features/billing/plans.ts';

export const VIEWS = ['sign-in', 'code', 'sign-up', 'forgot'] as const;
export type View = (typeof VIEWS)[number];

export const VIEW_TITLE: Record<View, string> = {
  'sign-in': 'Sign in',
  code: 'Sign in',
  'sign-up': 'Sign up',
  forgot: 'Forgot your password?',
};

const PLAN_IDS: readonly PlanId[] = ['pay_as_you_go', 'starter', 'pro'];

/** The values in the URL of `/auth`. */
export interface AuthPlace {
  view: View;
  next: string | null;
  plan: PlanId | null;
  /** Whether the Google sign-in failed. */
  googleFailed: boolean;
  /** Whether the server didn't respond to the sign-out. */
  signOutUnsure: boolean;
}

/** The plan from the URL's `plan` parameter. */
export const planOf = (params: URLSearchParams): PlanId | null =>
  PLAN_IDS.find((id) => id === params.get('plan')) ?? null;

export const readAuthPlace = (params: URLSearchParams): AuthPlace => ({
  view: VIEWS.find((view) => view === params.get('view')) ?? 'sign-in',
  next: safeNextPath(params.get('next')),
  plan: planOf(params),
  googleFailed: params.get('problem') === 'google',
  signOutUnsure: params.get('problem') === 'sign-out',
});

/** Returns a view's URL, with the chosen plan and the page to open after sign-in. */
export const authAddress = (view: View, { next, plan }: Partial<Pick<AuthPlace, 'next' | 'plan'>> = {}): string => {
  const params = new URLSearchParams({
    ...(view !== 'sign-in' && { view }),
    ...(plan && { plan }),
    ...(next && { next }),
  });
  return params.size === 0 ? '/auth' : `/auth?${params}`;
};
