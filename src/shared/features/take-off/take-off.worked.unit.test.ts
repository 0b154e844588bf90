import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES, withChanges } from './default-rules.ts';
import { fenceSystemSchema } from './fence-system.schema.ts';
import type { LayoutGate, LayoutRun } from './layout.rules.ts';
import { takeOff } from './take-off.rules.ts';

/** The list as { key: quantity }. Lists with two goods of one key are compared by label instead. */
const count = (runs: LayoutRun[], gates: LayoutGate[] = [], rules = DEFAULT_RULES) => {
  const { posts, items, ...rest } = takeOff({ runs, gates }, rules);
  return {
    posts: Object.fromEntries(Object.entries(posts).filter(([, quantity]) => quantity > 0)),
    items: Object.fromEntries(items.map(({ key, quantity }) => [key, quantity])),
    labels: Object.fromEntries(items.map(({ label, quantity }) => [label, quantity])),
    sections: rest.byRun.map(({ sections }) => sections),
    ...rest,
  };
};
const walk = (more: Partial<LayoutGate> = {}): LayoutGate => ({ widthFt: 4, leaves: 1, ...more });

describe('the worked layouts of the take-off rules', () => {
  test('counts 100 ft of 6 ft wood privacy with a walk gate at 48 ft', () => {
    const { posts, items, sections } = count(
      [{ feet: 100, heightFt: 6, system: 'wood_privacy' }],
      [walk({ run: 0, atFeet: 48 })],
    );
    expect(sections).toEqual([12]);
    expect(posts).toEqual({ end: 2, line: 10, gate: 2 });
    expect(items).toEqual({
      'post.4x4': 12,
      'post.6x6': 2,
      rail: 36,
      'rail.gate': 3,
      'board.6': 230,
      screw: 1380,
      'cap.post': 14,
      'concrete.80': 30,
      hinge: 3,
      latch: 1,
    });
  });

  test('counts a U of 4 ft chain link with a double gate', () => {
    const side: LayoutRun = { feet: 50, heightFt: 4, system: 'chain_link' };
    const { posts, items, sections } = count([side, side, side], [{ run: 1, atFeet: 20, widthFt: 12, leaves: 2 }]);
    expect(sections).toEqual([5, 4, 5]);
    expect(posts).toEqual({ end: 2, corner: 2, gate: 2, line: 10 });
    expect(items).toEqual({
      'post.1-5/8 in line': 10,
      'post.2-3/8 in terminal': 6,
      fabricRolls: 3,
      topRail: 7,
      tensionBar: 8,
      tensionBand: 32,
      braceBand: 8,
      railEnd: 8,
      bolt: 40,
      tieBags: 1,
      // 138 ft × 12 ÷ 24 in
      hogRing: 69,
      'cap.dome': 6,
      'cap.loop': 10,
      'concrete.80': 22,
      hinge: 8,
      dropRod: 1,
    });
  });
});

describe('layouts worked by hand', () => {
  test('counts 40 ft of board on board, 6 ft tall', () => {
    // 40 ÷ 8 = 5 sections; 4 line + 2 end = 6 posts; 5 × 3 rails
    // boards 40 × 12 × 1.05 ÷ 4.5 = 112; screws 112 × 3 × 2 = 672; concrete 6 × 2 = 12
    const { posts, items } = count([{ feet: 40, heightFt: 6, system: 'wood_board_on_board' }]);
    expect(posts).toEqual({ end: 2, line: 4 });
    expect(items).toEqual({
      'post.4x4': 6,
      rail: 15,
      'board.6': 112,
      screw: 672,
      'cap.post': 6,
      'concrete.80': 12,
    });
  });

  test('counts a corner of shadowbox, 8 ft tall', () => {
    // 20 ft: 3 sections, 2 line; 30 ft: 4 sections, 3 line; 2 end + 1 corner: 8 posts
    // rails (3 + 4) × 4 = 28; boards 50 × 12 × 2 × 1.05 ÷ 8 = 157.5 → 158; screws 158 × 4 × 2 = 1,264
    const { posts, items, sections } = count([
      { feet: 20, heightFt: 8, system: 'wood_shadowbox' },
      { feet: 30, heightFt: 8, system: 'wood_shadowbox' },
    ]);
    expect(sections).toEqual([3, 4]);
    expect(posts).toEqual({ line: 5, end: 2, corner: 1 });
    expect(items).toMatchObject({ rail: 28, 'board.8': 158, screw: 1264, 'cap.post': 8, 'concrete.80': 16 });
  });

  test('counts a closed square of 4 ft picket', () => {
    // 4 × 24 ft = 4 × 3 sections = 12 = posts: 4 corner + 4 × 2 line
    // rails 12 × 2 = 24; boards 96 × 12 × 1.05 ÷ 6 = 201.6 → 202; screws 202 × 2 × 2 = 808
    const side: LayoutRun = { feet: 24, heightFt: 4, system: 'wood_picket' };
    const { posts, items } = count([side, side, side, { ...side, closed: true }]);
    expect(posts).toEqual({ line: 8, corner: 4 });
    expect(items).toMatchObject({ 'post.4x4': 12, rail: 24, 'board.4': 202, screw: 808, 'concrete.80': 24 });
  });

  test('counts 8 ft vinyl panels with a double gate and no place', () => {
    // 90 ft with a 10 ft gate: floor(80 ÷ 2 ÷ 8) × 8 = 40, so 5 + 5 sections; 2 end + 2 gate + 8 line = 12 posts
    // hole (113.10 − 25) × 30 = 2,643 in³ = 1.530 ft³ → 3 bags; gate (113.10 − 25) × 36 = 1.835 ft³ → 4 bags
    const { posts, items } = count(
      [{ feet: 90, heightFt: 6, system: 'vinyl_panel_8' }],
      [{ run: 0, widthFt: 10, leaves: 2 }],
    );
    expect(posts).toEqual({ line: 8, end: 2, gate: 2 });
    expect(items).toEqual({
      'post.5x5 line': 8,
      'post.5x5 end': 2,
      'post.5x5 gate': 2,
      'panel.6': 10,
      'cap.post': 12,
      'concrete.80': 38,
      hingeSet: 2,
      latch: 1,
      dropRod: 1,
    });
  });

  test('needs a second panel for a hundredth of a foot', () => {
    // 6.01 ft at 6 ft is two sections: 1 line + 2 end
    const { posts, items } = count([{ feet: 6.01, heightFt: 5, system: 'vinyl_panel_6' }]);
    expect(posts).toEqual({ line: 1, end: 2 });
    expect(items['panel.5']).toBe(2);
    expect(count([{ feet: 6, heightFt: 5, system: 'vinyl_panel_6' }]).items['panel.5']).toBe(1);
  });

  test('counts an aluminum L with a gate at its start', () => {
    // the gate's first post is the end: gate posts 2; then 36 − 4 = 32 ft: 6 sections, 5 line; corner 1
    // 27 ft: 5 sections, 4 line; end 1: 13 posts = 11 sections + 1 gate + 1
    // hole (28.27 − 4) × 30 = 728.2 in³ = 0.421 ft³ → 1 bag; gate (50.27 − 4) × 36 = 0.964 ft³ → 2 bags: 11 + 4
    const { posts, items } = count(
      [
        { feet: 36, heightFt: 4.5, system: 'aluminum_6' },
        { feet: 27, heightFt: 4.5, system: 'aluminum_6' },
      ],
      [walk({ run: 0, atFeet: 0 })],
    );
    expect(posts).toEqual({ line: 9, end: 1, corner: 1, gate: 2 });
    expect(items).toMatchObject({
      'post.2x2 gate, thick wall': 2,
      'panel.4.5': 11,
      'concrete.80': 15,
      hingeSet: 1,
      latch: 1,
    });
  });

  test('counts split rail without concrete, caps or boards', () => {
    // 100 ft: 13 sections, 12 line + 2 end; 3 rails each
    const { posts, items } = count([{ feet: 100, heightFt: 4, system: 'split_rail_8' }]);
    expect(posts).toEqual({ line: 12, end: 2 });
    expect(items).toEqual({ 'post.line': 12, 'post.end': 2, rail: 39 });
  });

  test('puts a pull post every 500 ft of chain link', () => {
    // 1,200 ft at 10 ft: 120 sections, 119 posts between, 2 of them pull; 6 sides
    // ties 117 × ceil(72 ÷ 16) = 585, and 600 on the rail → 12 bags; rolls 24; top rail 1,200 ÷ 21 = 57.14 → 58
    // terminal 2.875: (103.87 − 6.49) × 30 = 2,921 in³ = 1.69 ft³ → 3; line 2.375: 66.45 × 30 = 1.154 ft³ → 2
    const { posts, items } = count([{ feet: 1200, heightFt: 6, system: 'chain_link' }]);
    expect(posts).toEqual({ line: 117, end: 2, pull: 2 });
    expect(items).toMatchObject({
      'post.2-7/8 in terminal': 4,
      'post.2-3/8 in line': 117,
      tensionBar: 6,
      tensionBand: 36,
      bolt: 42,
      tieBags: 12,
      fabricRolls: 24,
      topRail: 58,
      'concrete.80': 117 * 2 + 4 * 3,
      'cap.dome': 4,
      'cap.loop': 117,
    });
  });

  test('joins chain link of one height in line across a line post', () => {
    // 40 + 60 ft: 4 + 6 sections, 9 posts between them, and the fabric has 2 sides
    const { posts, items } = count([
      { feet: 40, heightFt: 4, system: 'chain_link', join: 'inline' },
      { feet: 60, heightFt: 4, system: 'chain_link' },
    ]);
    expect(posts).toEqual({ line: 9, end: 2 });
    expect(items).toMatchObject({ tensionBar: 2, fabricRolls: 2, 'cap.loop': 9 });
  });

  test('joins another height in line with a transition post of the taller kind', () => {
    // 16 ft of vinyl 4 ft tall, 16 ft of wood 6 ft tall: the post between is a 4x4
    const { posts, items } = count([
      { feet: 16, heightFt: 4, system: 'vinyl_panel_8', join: 'inline' },
      { feet: 16, heightFt: 6, system: 'wood_privacy' },
    ]);
    expect(posts).toEqual({ line: 2, end: 2, transition: 1 });
    expect(items).toMatchObject({ 'post.5x5 line': 1, 'post.5x5 end': 1, 'post.4x4': 3 });
  });

  test('gives a transition of equal height the first run’s kind', () => {
    const { items } = count([
      { feet: 16, heightFt: 6, system: 'vinyl_panel_8', join: 'inline' },
      { feet: 16, heightFt: 6, system: 'wood_privacy' },
    ]);
    // vinyl: 1 line, 1 end, 1 transition, which is an end post; wood: 1 line, 1 end
    expect(items).toMatchObject({ 'post.5x5 line': 1, 'post.5x5 end': 2, 'post.4x4': 2 });
  });

  test('rounds boards once per height over the whole layout', () => {
    // two runs of 10 ft: 20 × 12 × 1.05 ÷ 5.5 = 45.82 → 46, but alone 22.91 → 23 each
    const run: LayoutRun = { feet: 10, heightFt: 6, system: 'wood_privacy' };
    expect(count([run, run]).items['board.6']).toBe(46);
    // 55 ft is exactly 126 boards, which floating-point division would make 127
    expect(count([{ ...run, feet: 55 }]).items['board.6']).toBe(126);
    // 4 ft and 6 ft boards are rounded apart: 100 × 12 × 1.05 ÷ 5.5 = 229.09 → 230 each
    const both = count([
      { ...run, feet: 100 },
      { ...run, feet: 100, heightFt: 4 },
    ]).items;
    expect(both).toMatchObject({ 'board.6': 230, 'board.4': 230, screw: 230 * 3 * 2 + 230 * 2 * 2 });
  });

  test('spreads gates without a place, with whole sections before each', () => {
    // 184 ft with two walk gates: 176 ÷ 3 → 56, then 56 and 64: 7 + 7 + 8 = 22 sections
    const { posts, sections } = count([{ feet: 184, heightFt: 6, system: 'wood_privacy' }], [walk(), walk()]);
    expect(sections).toEqual([22]);
    expect(posts).toEqual({ line: 19, end: 2, gate: 4 });
  });

  test('replaces an end post by a bracket on the wall', () => {
    const { posts, items } = count([{ feet: 32, heightFt: 6, system: 'vinyl_panel_8', wall: 'start' }]);
    expect(posts).toEqual({ line: 3, end: 1 });
    expect(items).toMatchObject({ wallBracket: 1, 'panel.6': 4 });
  });

  test('begins a new chain after a run that stands apart', () => {
    const { posts } = count([
      { feet: 16, heightFt: 6, system: 'wood_privacy', join: 'apart' },
      { feet: 16, heightFt: 6, system: 'wood_privacy' },
    ]);
    expect(posts).toEqual({ line: 2, end: 4 });
  });

  test('counts with the company’s own rules and says so', () => {
    const systems = DEFAULT_RULES.systems.map((system) =>
      system.key === 'wood_privacy'
        ? fenceSystemSchema.parse(withChanges(system, { spacingFt: 6, hole: { line: { concreteIn: 30 } } }))
        : system,
    );
    const { posts, items, rules } = count([{ feet: 24, heightFt: 6, system: 'wood_privacy' }], [], {
      defaultBagLb: 50,
      systems,
    });
    // 4 sections at 6 ft; 66.29 × 30 ÷ 1,728 = 1.151 ft³ ÷ 0.375 = 3.07 → 4 bags; one 8 ft rail reaches one section
    expect(posts).toEqual({ line: 3, end: 2 });
    expect(items).toMatchObject({ 'concrete.50': 20, rail: 12 });
    const source = (key: string) => rules.find((rule) => rule.key === key)?.source;
    expect(source('wood_privacy.spacingFt')).toBe('Your own rule');
    expect(source('defaultBagLb')).toBe('Your own rule');
    expect(source('wood_privacy.railsByHeight.2.rails')).toContain('sources differ');
    expect(source('wood_privacy.hole.gate.diameterIn')).toContain('Quikrete');
  });
});
