import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf, marginOf, priceForMargin } from './costs.rules.ts';
import { DEFAULT_RULES } from './default-rules.ts';
import { takeOff } from './take-off.rules.ts';

const list = takeOff(
  { runs: [{ feet: 40, heightFt: 6, system: 'vinyl_panel_8' }], gates: [{ run: 0, atFeet: 0, widthFt: 8, leaves: 2 }] },
  DEFAULT_RULES,
);

test('adds up items and labor', () => {
  // 4 panels at $90, 6 posts: 3 line and 1 end at $20, 2 gate without a cost
  // labor: 40 ft × 2.5 min + 6 posts × 20 + 1 gate × 45 + 2 leaves × 7.25 = 279.5 min at $36 an hour = $167.70
  const { costCents, labor, missing } = costOf(list, {
    hourlyCents: 3_600,
    items: { 'panel.6': 9_000, 'post.5x5 line': 2_000, 'post.5x5 end': 2_000 },
    labor: [
      { activity: 'Dig', per: 'foot', minutes: 2.5 },
      { activity: 'Set posts', per: 'post', minutes: 20 },
      { activity: 'Hang gates', per: 'gate', minutes: 45 },
      { activity: 'Adjust', per: 'leaf', minutes: 7.25 },
    ],
  });
  expect(labor.map(({ minutes }) => minutes)).toEqual([100, 120, 45, 14.5]);
  expect(costCents).toBe(4 * 9_000 + 4 * 2_000 + 16_770);
  expect(missing.map(({ key }) => key)).toContain('post.5x5 gate');
});

test('doesn’t take a cost from the name of a built-in property', () => {
  const item = { key: 'constructor', label: '', unit: '', quantity: 2 };
  expect(costOf({ ...list, items: [item] }, { hourlyCents: 0, items: {}, labor: [] })).toMatchObject({
    costCents: 0,
    missing: [item],
  });
});

test('tells margin from markup', () => {
  // $4,850.00 at a cost of $3,000.00: 1,850 ÷ 4,850 = 38.144 %, 1,850 ÷ 3,000 = 61.667 %
  expect(marginOf(485_000, 300_000)).toEqual({
    costCents: 300_000,
    marginCents: 185_000,
    marginBps: 3_814,
    markupBps: 6_167,
  });
  expect(marginOf(100_000, 125_000)).toMatchObject({ marginCents: -25_000, marginBps: -2_500, markupBps: -2_000 });
  expect(marginOf(0, 0)).toEqual({ costCents: 0, marginCents: 0 });
});

test('finds the price for a margin', () => {
  // $3,000.00 ÷ 0.65 = $4,615.3846…
  expect(priceForMargin(300_000, 3_500)).toBe(461_538);
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 100_000_000 }), fc.integer({ min: 0, max: 9_000 }), (cost, bps) => {
      expect(marginOf(priceForMargin(cost, bps), cost).marginBps).toBe(bps);
    }),
  );
});
