import { describe, expect, it } from 'vitest';
import { subscriptionTierSchema } from './billing.schema.ts';
import { PLANS } from './plans.ts';
import { QUOTES_PER_PERIOD } from './plan-limits.ts';

const planOf = (id: string) => PLANS.find((plan) => plan.id === id);

describe('the plans on sale', () => {
  it('include one lead for $10 with all premium features and no commitment (spec:9.1)', () => {
    expect(planOf('pay_as_you_go')).toMatchObject({
      priceCents: 1_000,
      features: ['All premium features', 'No monthly commitment', 'For occasional use'],
    });
  });

  it('include Starter for $49 a month (spec:9.2)', () => {
    expect(planOf('starter')).toMatchObject({
      priceCents: 4_900,
      features: [
        'AI sales agent',
        'Automatic lead follow-up',
        'Basic fence materials',
        'Email support',
        'Mobile-friendly widget',
      ],
    });
  });

  it('include Pro for $249 a month, with all of Starter (spec:9.3)', () => {
    expect(planOf('pro')).toMatchObject({
      priceCents: 24_900,
      features: [
        'All starter items',
        'All fence materials and styles',
        'Priority support',
        'Custom branding',
        'Advanced analytics',
        'Lead management',
      ],
    });
  });

  it('are three, with free access as a fourth tier; 50 quotes on Starter, 500 on Pro (spec:9.5 spec:9.6)', () => {
    expect(PLANS.map(({ id }) => id)).toEqual(['pay_as_you_go', 'starter', 'pro']);
    expect(new Set(subscriptionTierSchema.options)).toEqual(new Set(['starter', 'pro', 'pay_as_you_go', 'free']));
    expect(QUOTES_PER_PERIOD).toMatchObject({ starter: 50, pro: 500 });
  });
});
