import type { SubscriptionView } from '#shared/features/billing/billing.schema.ts';

export const DASHBOARD = '/dashboard';
export const ACCOUNT = '/dashboard?tab=admin&section=account';

/** A path of ours to go back to; anything that could lead to another site, or back to `/auth`, is dropped. */
export const safeNext = (next: string | null): string | null => {
  if (!next?.startsWith('/')) return null;
  const url = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null;
  if (url?.origin !== location.origin || url.pathname === '/auth') return null;
  return url.pathname + url.search;
};

/**
 * Where a sign-in leads (spec, section 4): with a subscription to where one wanted to go, without one to the
 * account section. `subscription` null: it could not be looked up, which locks nobody out.
 */
export const afterSignIn = (subscription: SubscriptionView | null, next: string | null): string =>
  subscription?.subscribed === false ? ACCOUNT : (next ?? DASHBOARD);
