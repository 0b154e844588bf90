import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from './earth.ts';
import { lengthOf, nearestOn, nextCorner, pointAt, sidesOf, squared, totalOf, withSide } from './fence-line.ts';

const BACKYARD: Point[] = [
  [0, 57],
  [0, 0],
  [70, 0],
  [70, 57],
];
const open = { points: BACKYARD, closed: false };
const coordinate = fc.integer({ min: -500, max: 500 });
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 12 });

describe('a run of fence', () => {
  it('is as long as its sides together, and closing it adds the side back to the start', () => {
    expect(sidesOf(open)).toEqual([57, 70, 57]);
    expect(lengthOf(open)).toBe(184);
    expect(lengthOf({ ...open, closed: true })).toBe(254);
    expect(totalOf([open, { points: [[0, 0]], closed: false }, { ...open, closed: true }])).toBe(438);
  });

  it('is never shorter than the distance between its ends', () => {
    fc.assert(
      fc.property(points, (line) => {
        const [first, last]: (Point | undefined)[] = [line[0], line.at(-1)];
        const straight = first && last ? Math.hypot(last[0] - first[0], last[1] - first[1]) : 0;
        expect(lengthOf({ points: line, closed: false })).toBeGreaterThanOrEqual(straight - 1e-6);
      }),
    );
  });

  it('a point at a given distance along the run is found there again', () => {
    expect(pointAt(open, 57 + 35).point).toEqual([35, 0]);
    expect(nearestOn(open, [35, -8])).toEqual({ atFeet: 92, away: 8 });
    fc.assert(
      fc.property(points, fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), (line, closed, share) => {
        const run = { points: line, closed };
        const { point } = pointAt(run, lengthOf(run) * share);
        expect(nearestOn(run, point).away).toBeLessThan(1e-6);
      }),
    );
  });

  it('a distance beyond an end of the run gives that end', () => {
    expect(pointAt(open, 999).point).toEqual([70, 57]);
    expect(pointAt(open, -5).point).toEqual([0, 57]);
    expect(pointAt({ points: [[3, 4]], closed: false }, 5).point).toEqual([3, 4]);
  });
});

describe('right angles', () => {
  it('a nearly square corner becomes square, and any other corner is unchanged', () => {
    const [x, y] = squared([0, 57], [0, 0], [70, 5]);
    expect([x, y]).toEqual([expect.closeTo(70, 9), expect.closeTo(0, 9)]);
    expect(squared([0, 57], [0, 0], [50, 50])).toEqual([50, 50]);
    expect(squared(undefined, [0, 0], [70, 5])).toEqual([70, 5]);
  });

  it('a point never moves by more than the snap allows', () => {
    fc.assert(
      fc.property(fc.tuple(coordinate, coordinate), fc.tuple(coordinate, coordinate), (before, to) => {
        const after = squared(before, [0, 0], to);
        const moved = Math.hypot(after[0] - to[0], after[1] - to[1]);
        expect(moved).toBeLessThanOrEqual(Math.hypot(...to) * Math.sin((12 * Math.PI) / 180) + 1e-6);
      }),
    );
  });

  it('typed sides turn right', () => {
    const typed: Point[] = [[0, 0]];
    for (const [feet, turn] of [
      [57, 0],
      [70, 1],
      [57, 1],
    ] as const)
      typed.push(nextCorner(typed, feet, turn));
    expect(lengthOf({ points: typed, closed: false })).toBeCloseTo(184, 9);
    expect(typed.at(-1)?.[0]).toBeCloseTo(0, 9);
    expect(typed.at(-1)?.[1]).toBeCloseTo(-70, 9);
  });

  it('changing a side’s length moves the corners after it', () => {
    const after = withSide(BACKYARD, 1, 100);
    expect(sidesOf({ points: after, closed: false })).toEqual([57, 100, 57]);
    expect(withSide(BACKYARD, 9, 5)).toEqual(BACKYARD);
  });
});
