import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feetBetween, planeAt, type Point, type Position } from './earth.ts';

const usPosition = fc.tuple(
  fc.double({ min: -125, max: -67, noNaN: true }),
  fc.double({ min: 18, max: 71, noNaN: true }),
);
const yard = fc.double({ min: -1_000, max: 1_000, noNaN: true });

describe('lengths on the earth', () => {
  it.each<[string, Position, Position, number]>([
    // The length of one degree on WGS84, published in meters (NGA) and converted to feet.
    ['a degree of latitude at 45° north', [-116, 44.5], [-116, 45.5], 111_131.78],
    ['a degree of longitude at 45° north', [-116, 45], [-115, 45], 78_846.81],
    ['a degree of longitude at the equator', [0, 0], [1, 0], 111_319.49],
  ])('%s', (_, from, to, meters) => {
    expect(Math.abs((feetBetween(from, to) * 0.3048) / meters - 1)).toBeLessThan(0.0005);
  });

  it('a line on the flat map has the same length on the earth, within 0.1%', () => {
    fc.assert(
      fc.property(usPosition, fc.tuple(yard, yard), fc.tuple(yard, yard), (origin, from, to) => {
        const { toPosition } = planeAt(origin);
        const flat = Math.hypot(to[0] - from[0], to[1] - from[1]);
        fc.pre(flat > 10);
        expect(Math.abs(feetBetween(toPosition(from), toPosition(to)) / flat - 1)).toBeLessThan(0.001);
      }),
    );
  });

  it('a point converted to a position and back moves by less than 0.01 ft', () => {
    fc.assert(
      fc.property(usPosition, fc.tuple(yard, yard), (origin, point) => {
        const { toPoint, toPosition } = planeAt(origin);
        const back: Point = toPoint(toPosition(point));
        expect(Math.hypot(back[0] - point[0], back[1] - point[1])).toBeLessThan(0.01);
      }),
    );
  });
});
