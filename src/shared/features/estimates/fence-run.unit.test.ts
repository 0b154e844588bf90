import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenceRunSvg } from './fence-run.ts';

const count = (svg: string, pattern: RegExp): number => svg.match(pattern)?.length ?? 0;

describe('the fence drawing', () => {
  it('describes feet, material and gates to a screen reader', () => {
    expect(fenceRunSvg({ perimeter: 184, gates: 1, material: 'Vinyl' })).toContain(
      'aria-label="184 feet of Vinyl with 1 gate"',
    );
    expect(fenceRunSvg({ perimeter: 1212.5, gates: 0, material: 'Black Metal' })).toContain(
      '"1,212.5 feet of Black Metal with 0 gates"',
    );
  });

  it('draws one section for each 8 ft while they fit, and a break mark for the rest', () => {
    const short = fenceRunSvg({ perimeter: 30, gates: 0, material: '6ft Wood Picket' });
    expect(count(short, /class="pk"/g)).toBe(4);
    expect(short).not.toContain('class="brk"');
    const long = fenceRunSvg({ perimeter: 100_000, gates: 0, material: '6ft Wood Picket' });
    expect(count(long, /class="brk"/g)).toBe(1);
    expect(long.length).toBeLessThan(40_000);
  });

  it('draws every gate that has its own section', () => {
    const svg = fenceRunSvg({ perimeter: 184, gates: 3, material: 'Vinyl' });
    expect(count(svg, /class="gate"/g)).toBe(3);
  });

  it('draws a 4 ft fence lower and each material differently', () => {
    expect(fenceRunSvg({ perimeter: 40, gates: 0, material: '4ft Wood Picket' })).not.toBe(
      fenceRunSvg({ perimeter: 40, gates: 0, material: '6ft Wood Picket' }),
    );
    expect(fenceRunSvg({ perimeter: 40, gates: 0, material: 'Black Metal' })).toContain('class="metal"');
    expect(fenceRunSvg({ perimeter: 40, gates: 0, material: 'White Vinyl' })).toContain('class="vinyl"');
  });

  it('contains no markup from a material or label and no inline style', () => {
    const svg = fenceRunSvg({ perimeter: 4000, gates: 1, material: '"><img src=x onerror=alert(1)>' });
    expect(svg).not.toContain('<img');
    expect(svg).not.toContain('style=');
    expect(fenceRunSvg({ perimeter: 8, gates: 0, material: 'Vinyl', label: '<b>"' })).toContain('"&#60;b&#62;&#34;"');
  });

  it('contains only finite numbers for every fence that can be priced', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 100_000, noNaN: true }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom('Vinyl', 'Black Metal', '4ft Wood Picket', '6ft Wood Picket'),
        fc.constantFrom(280, 358, 600, 640),
        (perimeter, gates, material, width) => {
          const svg = fenceRunSvg({ perimeter, gates, material, width });
          expect(svg).not.toMatch(/NaN|Infinity|undefined|="-/);
          expect(svg.includes('class="gate"')).toBe(gates > 0);
        },
      ),
      { numRuns: 200 },
    );
  });
});
