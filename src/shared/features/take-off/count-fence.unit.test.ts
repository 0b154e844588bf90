import { expect, test } from 'vitest';
import { planeAt, type Point } from '../drawing/earth.ts';
import { NOWHERE, toDrawing } from '../drawing/fence-drawing.ts';
import type { LineGate } from '../drawing/fence-line.ts';
import { basisOf, BUILT_IN_GATES, countFence, fenceOfPlainEstimate } from './count-fence.rules.ts';
import { DEFAULT_RULES } from './default-rules.ts';

const plane = planeAt(NOWHERE);
const drawn = (points: Point[], { closed = false, gates = [] as LineGate[] } = {}) =>
  toDrawing([{ points, closed, gates }], plane, false);
const fence = (given: Partial<Parameters<typeof fenceOfPlainEstimate>[0]>) =>
  fenceOfPlainEstimate({ perimeter: 184, gateCount: 1, system: 'wood_privacy', drawing: null, ...given });
const list = (given: Parameters<typeof fence>[0], language: 'en' | 'es' = 'en') => {
  const { oneRun, ...described } = fence(given);
  return countFence(basisOf(described, { rules: DEFAULT_RULES, kinds: BUILT_IN_GATES, oneRun }), language);
};

// a U around a backyard: 57 ft, 70 ft, 57 ft
const U: Point[] = [
  [0, 0],
  [0, 57],
  [70, 57],
  [70, 0],
];

test('counts an estimate without a drawing as one straight run of the usual height', () => {
  // 180 ft of sections: 88 ÷ 8 = 11 before the gate, 92 ÷ 8 → 12 after it
  const { posts, byRun, warnings } = list({});
  expect(byRun.map(({ feet, sections }) => [feet, sections])).toEqual([[184, 23]]);
  expect(posts).toMatchObject({ end: 2, gate: 2, corner: 0, line: 21 });
  expect(warnings).toEqual([
    {
      path: 'runs.0.heightFt',
      text: 'This estimate has only a total length. It’s counted as one straight run, 6 ft tall.',
    },
  ]);
  expect(list({}, 'es').warnings[0]?.text).toContain('6 pies');
});

test('counts the sides of a drawing with their corners and the gates that were drawn', () => {
  // the gate's center is 20 ft along the second side, so its opening begins at 18 ft: 18 and 48 ft
  const drawing = drawn(U, { gates: [{ atFeet: 77, kind: 'walk' }] });
  expect(fence({ drawing }).gates).toEqual([{ kind: 'walk', run: 1, atFeet: 18 }]);
  const { posts, byRun, warnings } = list({ drawing });
  expect(byRun.map(({ feet, sections }) => [feet, sections])).toEqual([
    [57, 8],
    [70, 3 + 6],
    [57, 8],
  ]);
  expect(posts).toMatchObject({ end: 2, corner: 2, gate: 2 });
  expect(warnings).toHaveLength(3);
});

test('closes a drawing that ends where it begins', () => {
  const drawing = drawn([...U], { closed: true });
  const { posts, laborBasis } = list({ perimeter: 254, gateCount: 0, drawing });
  expect(posts).toMatchObject({ end: 0, corner: 4 });
  expect(laborBasis.post).toBe(laborBasis.section);
});

test('joins sides that go straight on in line', () => {
  const drawing = drawn([
    [0, 0],
    [40, 0],
    [80, 1],
  ]);
  expect(list({ perimeter: 80, gateCount: 0, drawing }).posts).toMatchObject({ end: 2, corner: 0, line: 9 });
});

test('ignores a drawing of another length', () => {
  expect(fence({ perimeter: 200, drawing: drawn(U) }).oneRun).toBe(true);
});

test('counts as many gates as the estimate has', () => {
  const gates = [
    { atFeet: 20, kind: 'walk' },
    { atFeet: 21, kind: 'double' },
  ];
  const drawing = drawn(U, { gates });
  expect(fence({ drawing, gateCount: 1 }).gates).toHaveLength(1);
  // the second one overlaps the first one, so it's counted without a place
  expect(fence({ drawing, gateCount: 3 }).gates).toEqual([
    { kind: 'walk', run: 0, atFeet: 18 },
    { kind: 'double' },
    { kind: 'walk' },
  ]);
  expect(list({ drawing, gateCount: 3 }).items).toContainEqual({
    key: 'dropRod',
    label: 'Drop rods',
    unit: 'each',
    quantity: 1,
  });
});

test('gives an empty list with the reason if the gates don’t fit', () => {
  const { items, posts, warnings } = list({ perimeter: 5, gateCount: 2 });
  expect(items).toEqual([]);
  expect(Object.values(posts)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(warnings.map(({ path }) => path)).toEqual(['gates.1.run']);
});

test('says what to do about a material without a system', () => {
  const { items, warnings } = list({ system: null });
  expect(items).toEqual([]);
  expect(warnings.map(({ path }) => path)).toEqual(['runs.0.materialId']);
});
