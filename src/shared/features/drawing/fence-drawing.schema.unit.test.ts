import { describe, expect, it } from 'vitest';
import { planeAt, type Position } from './earth.ts';
import { drawnFeet, drawnGates, toDrawing, toLines } from './fence-drawing.ts';
import { DRAWING_LIMITS, fenceDrawingSchema } from './fence-drawing.schema.ts';
import type { FenceLine } from './fence-line.ts';

const PLACE: Position = [-116.2145, 43.6152];
const backyard: FenceLine = {
  points: [
    [0, 57],
    [0, 0],
    [70, 0],
    [70, 57],
  ],
  closed: false,
  gates: [{ atFeet: 92, kind: 'walk' }],
};
const drawing = toDrawing([backyard], planeAt(PLACE), true);

/** Returns the drawing with changes to one run. */
const withRun = (change: object) => ({ ...drawing, features: [{ ...drawing.features[0], ...change }] });
const line = (coordinates: unknown) => withRun({ geometry: { type: 'LineString', coordinates } });

describe('a drawing from an untrusted client', () => {
  it('is remeasured, regardless of the feet sent', () => {
    const sent = withRun({ properties: { feet: 9_999, gates: [{ atFeet: 5_000, kind: 'walk' }], trick: true } });
    const read = fenceDrawingSchema.parse(sent);
    expect(drawnFeet(read)).toBe(184);
    expect(drawnGates(read)).toEqual([{ atFeet: 184, kind: 'walk' }]);
    expect(JSON.stringify(read)).not.toContain('trick');
  });

  it('keeps its shape', () => {
    const [back] = toLines(fenceDrawingSchema.parse(drawing));
    expect(back?.closed).toBe(false);
    const [first, , , last] = back?.points ?? [];
    expect((last?.[0] ?? 0) - (first?.[0] ?? 0)).toBeCloseTo(70, 1);
    const loop = toDrawing([{ ...backyard, closed: true, gates: [] }], planeAt(PLACE), false);
    const read = fenceDrawingSchema.parse(loop);
    expect(read.located).toBe(false);
    expect(drawnFeet(read)).toBe(254);
    expect(toLines(read)[0]).toMatchObject({ closed: true, gates: [] });
  });

  it.each<[string, unknown]>([
    ['no runs', { ...drawing, features: [] }],
    ['too many runs', { ...drawing, features: Array.from({ length: 21 }, () => drawing.features[0]) }],
    ['another GeoJSON type', { type: 'Polygon', features: drawing.features }],
    ['one point', line([PLACE])],
    ['the same point twice', line([PLACE, PLACE])],
    [
      'a place outside the country',
      line([
        [2.35, 48.86],
        [2.351, 48.86],
      ]),
    ],
    ['a coordinate that isn’t a number', line([[Number.NaN, 43.6], PLACE])],
    ['an infinite coordinate', line([[Number.POSITIVE_INFINITY, 43.6], PLACE])],
    ['a run across the country', line([PLACE, [-80, 40]])],
    ['too many points', line(Array.from({ length: DRAWING_LIMITS.points + 1 }, (_, i) => [-116 + i * 1e-6, 43.6]))],
    ['a gate before the run', withRun({ properties: { feet: 184, gates: [{ atFeet: -1, kind: 'walk' }] } })],
    ['a gate without a kind', withRun({ properties: { feet: 184, gates: [{ atFeet: 1, kind: '' }] } })],
  ])('refuses %s', (_, value) => expect(fenceDrawingSchema.safeParse(value).success).toBe(false));
});
