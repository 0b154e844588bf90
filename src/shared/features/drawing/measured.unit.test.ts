import { expect, test } from 'vitest';
import type { FenceDrawing } from './fence-drawing.ts';
import { drawingMatches, runsMatch } from './measured.ts';

const drawn = (...feet: number[]): FenceDrawing => ({
  type: 'FeatureCollection',
  features: feet.map((length) => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: [] },
    properties: { feet: length },
  })),
});

test.each([
  [184, [184], true],
  [183, [184], true],
  [185.1, [184.1], true],
  [185.11, [184.1], false],
  [2_000, [1_990], false],
  [2_000, [1_000, 1_001], true],
  [2_000, [1_000, 1_001.1], false],
])('compares a length of %s ft with runs of %j ft to within a foot', (perimeter, feet, matches) => {
  expect(drawingMatches(perimeter, drawn(...feet))).toBe(matches);
  const runs = feet.map((length) => ({ feet: length }));
  expect(runsMatch(perimeter, runs)).toBe(matches);
});
