import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Camera, fromMercator, fromScreen, moved, tilesIn, toMercator, toScreen } from './mercator.ts';

const camera: Camera = { center: toMercator([-116.2145, 43.6152]), zoom: 19.5, size: [390, 500] };
const pixel = fc.tuple(fc.integer({ min: 0, max: 390 }), fc.integer({ min: 0, max: 500 }));

describe('the map’s camera', () => {
  it('converts a place to its tile', () => {
    const [x, y] = toMercator([13.377_714_963_6, 52.516_280_112_6]);
    // The tile of the Brandenburg Gate at level 17, in the usual numbering of map services.
    expect([Math.floor(x * 2 ** 17), Math.floor(y * 2 ** 17)]).toEqual([70_406, 42_987]);
  });

  it('converts a pixel to a position and back', () => {
    fc.assert(
      fc.property(pixel, (at) => {
        const place = fromMercator(fromScreen(camera, at));
        const [x, y] = toScreen(camera, toMercator(place));
        expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(0.01);
      }),
    );
  });

  it('keeps the touched point under the finger', () => {
    fc.assert(
      fc.property(pixel, pixel, fc.double({ min: 15, max: 22, noNaN: true }), (from, to, zoom) => {
        const held = fromScreen(camera, from);
        const [x, y] = toScreen(moved(camera, { from, to, zoom }), held);
        expect(Math.hypot(x - to[0], y - to[1])).toBeLessThan(0.01);
      }),
    );
  });

  it('returns only the tiles that cover the box', () => {
    expect(tilesIn(camera, 19).length).toBeGreaterThanOrEqual(4);
    expect(tilesIn(camera, 19).length).toBeLessThanOrEqual(9);
    expect(tilesIn({ ...camera, zoom: 0 }, 0)).toEqual([{ x: 0, y: 0 }]);
  });
});
