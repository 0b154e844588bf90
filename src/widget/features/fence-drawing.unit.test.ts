import { describe, expect, it } from 'vitest';
import { fencePaths } from './fence-drawing.ts';

describe('the material drawing', () => {
  it('differs for a new company’s four materials', () => {
    const drawn = ['6ft Wood Picket', '4ft Wood Picket', 'Vinyl', 'Black Metal'].map((name) =>
      JSON.stringify(fencePaths(name)),
    );
    expect(new Set(drawn).size).toBe(4);
  });
  it('is wood for an unknown name', () => {
    expect(fencePaths('Chef’s choice')).toEqual(fencePaths('6ft Wood Picket'));
  });
  it('contains only valid numbers', () => {
    for (const name of ['Wood', '4ft Wood', 'Vinyl', 'Metal'])
      for (const [, d] of fencePaths(name)) expect(d).not.toMatch(/NaN|undefined|Infinity/);
  });
});
