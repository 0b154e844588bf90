import { describe, expect, it } from 'vitest';
import { planWords } from './plan-words.ts';

const pro = {
  subscribed: true,
  subscriptionTier: 'pro',
  subscriptionEnd: '2026-12-21T12:00:00Z',
  quotesRemaining: 12,
  isFreeAccess: false,
} as const;
const well = { cancelAtPeriodEnd: false, pastDue: false };

describe('plan wording', () => {
  it('shows the renewal date', () => {
    expect(planWords(pro, well)).toEqual({ title: 'Active: Pro', text: 'Renews on Dec 21, 2026.' });
  });

  it('shows the end date of a canceled plan', () => {
    expect(planWords(pro, { ...well, cancelAtPeriodEnd: true }).title).toBe('Pro, ends on Dec 21, 2026');
  });

  it('shows when access ends after a failed payment', () => {
    expect(planWords(pro, { ...well, pastDue: true }).text).toContain('by Dec 21, 2026');
  });

  it('shows when free access ends, and never a renewal', () => {
    const free = { ...pro, subscriptionTier: 'free', isFreeAccess: true } as const;
    expect(planWords(free, well)).toEqual({
      title: 'Active: free access',
      text: 'Your free access lasts through Dec 21, 2026.',
    });
    const midnight = new Date(2026, 11, 22).toISOString();
    expect(planWords({ ...free, subscriptionEnd: midnight }, well).text).toBe(
      'Your free access lasts through Dec 21, 2026.',
    );
  });

  it('shows credits without an end date, and no plan', () => {
    expect(planWords({ ...pro, subscriptionTier: 'pay_as_you_go', subscriptionEnd: null }, well).title).toBe(
      'Active: Pay as You Go',
    );
    expect(planWords({ ...pro, subscribed: false }, undefined).title).toBe('No active plan');
  });
});
