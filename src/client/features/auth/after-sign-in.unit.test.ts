import { describe, expect, it } from 'vitest';
import { ACCOUNT, afterSignIn, DASHBOARD } from './after-sign-in.ts';

const base = { subscription: { subscribed: true }, roles: ['contractor'], next: null, plan: null } as const;

describe('where a sign-in leads (spec, section 4) (spec:2.8 spec:4.3)', () => {
  it('opens the dashboard with a subscription, and goes on to where one wanted to go', () => {
    expect(afterSignIn(base)).toBe(DASHBOARD);
    expect(afterSignIn({ ...base, next: '/dashboard?tab=leads&lead=1' })).toBe('/dashboard?tab=leads&lead=1');
  });

  it('opens the account section without a subscription, wherever one wanted to go', () => {
    expect(afterSignIn({ ...base, subscription: { subscribed: false } })).toBe(ACCOUNT);
    expect(afterSignIn({ ...base, subscription: { subscribed: false }, next: '/dashboard?tab=crm' })).toBe(ACCOUNT);
  });

  it('opens the dashboard where the lookup failed', () => {
    expect(afterSignIn({ ...base, subscription: null })).toBe(DASHBOARD);
  });

  it('lets an admin without a plan go where he wanted to go', () => {
    const admin = { ...base, subscription: { subscribed: false }, roles: ['admin'] } as const;
    expect(afterSignIn({ ...admin, next: '/admin' })).toBe('/admin');
    expect(afterSignIn(admin)).toBe(ACCOUNT);
  });

  it('leads to the plan that was chosen before there was an account', () => {
    expect(afterSignIn({ ...base, subscription: { subscribed: false }, plan: 'pro' })).toBe(`${ACCOUNT}&plan=pro`);
  });
});
