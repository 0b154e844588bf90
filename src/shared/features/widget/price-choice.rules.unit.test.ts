import { expect, it } from 'vitest';
import { PRICE_CHOICES, PRICE_SETTINGS, priceChoiceOf } from './price-choice.rules.ts';

it.each([
  [false, false, 'none'],
  [false, true, 'none'],
  [true, true, 'contact'],
  [true, false, 'once'],
] as const)('reads instant quotes %s and price gating %s as %s', (instantQuotes, priceGating, choice) => {
  expect(priceChoiceOf({ instantQuotes, priceGating })).toBe(choice);
});

it('reads each choice’s settings as that choice', () => {
  for (const choice of PRICE_CHOICES) expect(priceChoiceOf(PRICE_SETTINGS[choice])).toBe(choice);
});
