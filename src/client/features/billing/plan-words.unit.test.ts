import { expect, test } from 'vitest';
import { planLabel, planPrice, planUnit } from './plan-words.ts';

test('a plan’s button says what it does, for each visitor (spec:2.52)', () => {
  expect(planLabel('pay_as_you_go', true)).toBe('Buy Lead Credit');
  expect(planLabel('pay_as_you_go', false)).toBe('Buy Lead Credit');
  for (const id of ['starter', 'pro'] as const) {
    expect(planLabel(id, true)).toBe('Subscribe');
    expect(planLabel(id, false)).toBe('Sign Up to Subscribe');
  }
});

test('a price is in whole dollars per lead or per month (spec:9.1 spec:9.2 spec:9.3)', () => {
  expect([planPrice(1_000), planUnit('pay_as_you_go')]).toEqual(['$10', 'per lead']);
  expect([planPrice(4_900), planUnit('starter')]).toEqual(['$49', 'per month']);
  expect([planPrice(24_900), planUnit('pro')]).toEqual(['$249', 'per month']);
});
