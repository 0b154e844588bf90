import { describe, expect, it } from 'vitest';
import { fencePaths } from './fence-drawing.ts';

describe('the drawing of a material', () => {
  it('differs for the four materials of a new company', () => {
    const drawn = ['6ft Wood Picket', '4ft Wood Picket', 'Vinyl', 'Black Metal'].map((name) =>
      JSON.stringify(fencePaths(name)),
    );
    expect(new Set(drawn).size).toBe(4);
  });
  it('is wood for a name that says nothing', () => {
    expect(fencePaths('Chef’s choice')).toEqual(fencePaths('6ft Wood Picket'));
  });
  it('holds no number that is none', () => {
    for (const name of ['Wood', '4ft Wood', 'Vinyl', 'Metal'])
      for (const [, d] of fencePaths(name)) expect(d).not.toMatch(/NaN|undefined|Infinity/);
  });
});
