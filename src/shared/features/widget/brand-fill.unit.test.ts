import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandFill } from './brand-fill.ts';

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = (hex.slice(1).match(/../g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

describe('brand fill', () => {
  it.each([
    ['#3b82f6', '#2a70e3', '#ffffff'],
    ['#2F6B3A', '#2f6b3a', '#ffffff'],
    ['#f59e0b', '#f59e0b', '#112229'],
    ['#9ca3af', '#6e7480', '#ffffff'],
    ['red', '#2a70e3', '#ffffff'],
    ['#fff; background: url(x)', '#2a70e3', '#ffffff'],
  ])('of %s is %s with a label in %s', (color, fill, label) => {
    expect(brandFill(color)).toMatchObject({ fill, label });
  });

  it('reaches a contrast of 4.5 for every color', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (color) => {
        const { fill, label, ratio } = brandFill(`#${color.toString(16).padStart(6, '0')}`);
        const [one, other] = [luminance(fill), luminance(label)].toSorted((a, b) => b - a) as [number, number];
        expect((one + 0.05) / (other + 0.05)).toBeGreaterThanOrEqual(4.5);
        expect(ratio).toBeCloseTo((one + 0.05) / (other + 0.05), 6);
      }),
      { numRuns: 2_000 },
    );
  });
});
