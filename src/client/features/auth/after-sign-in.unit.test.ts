import { afterEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNT, afterSignIn, DASHBOARD, keepChosenPlan, takeChosenPlan } from './after-sign-in.ts';

const base = { subscription: { subscribed: true }, roles: ['contractor'], next: null, plan: null } as const;

describe('redirect after sign-in (spec, section 4) (spec:2.8 spec:4.3)', () => {
  it('opens the requested page with a subscription, else the dashboard', () => {
    expect(afterSignIn(base)).toBe(DASHBOARD);
    expect(afterSignIn({ ...base, next: '/dashboard?tab=leads&lead=1' })).toBe('/dashboard?tab=leads&lead=1');
  });

  it('opens the account section without a subscription, whatever page was requested', () => {
    expect(afterSignIn({ ...base, subscription: { subscribed: false } })).toBe(ACCOUNT);
    expect(afterSignIn({ ...base, subscription: { subscribed: false }, next: '/dashboard?tab=crm' })).toBe(ACCOUNT);
  });

  it('opens the dashboard if the lookup failed', () => {
    expect(afterSignIn({ ...base, subscription: null })).toBe(DASHBOARD);
  });

  it('opens the requested page for an admin without a plan', () => {
    const admin = { ...base, subscription: { subscribed: false }, roles: ['admin'] } as const;
    expect(afterSignIn({ ...admin, next: '/admin' })).toBe('/admin');
    expect(afterSignIn(admin)).toBe(ACCOUNT);
  });

  it('opens the plan that was chosen before sign-up', () => {
    expect(afterSignIn({ ...base, subscription: { subscribed: false }, plan: 'pro' })).toBe(`${ACCOUNT}&plan=pro`);
  });
});

describe('the plan chosen at sign-up, for the emailed link', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is kept in this browser, and taken once', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    keepChosenPlan('starter');
    expect(takeChosenPlan()).toBe('starter');
    expect(takeChosenPlan()).toBeNull();
    keepChosenPlan('pro');
    keepChosenPlan(null);
    expect(takeChosenPlan()).toBeNull();
    stored.set('chosen-plan', 'platinum');
    expect(takeChosenPlan()).toBeNull();
  });

  it('is unknown if the browser blocks storage', () => {
    keepChosenPlan('starter');
    expect(takeChosenPlan()).toBeNull();
  });
});
