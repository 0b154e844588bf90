import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines } from './break-lines.ts';
import { clustersOf } from './clusters.ts';

/** Lines in a font whose characters are all one point wide. */
const lines = (text: string, width: number): string[] => {
  const clusters = clustersOf(text);
  return breakLines(clusters, width, (some) => some.length).map(({ start, end }) =>
    clusters
      .slice(start, end)
      .map((cluster) => cluster.text)
      .join(''),
  );
};

describe('a paragraph', () => {
  it.each([
    [
      'is broken at spaces, which aren’t printed at the end of a line',
      'a fence of vinyl',
      7,
      ['a fence', 'of', 'vinyl'],
    ],
    ['is broken after hyphens and slashes between letters only', 'left-side 3-4 ft', 6, ['left-', 'side', '3-4 ft']],
    ['keeps its own spaces at the beginning and between words', '  a  b', 9, ['  a  b']],
    ['in Chinese is broken between characters, but not before a comma', '付款方式，完工', 4, ['付款方', '式，完工']],
    ['in Thai is broken between words', 'รั้วไม้ยาว', 5, ['รั้ว', 'ไม้ยาว']],
    ['is broken within a word that’s wider than a line', 'ab cdefghij k', 4, ['ab', 'cdef', 'ghij', 'k']],
    ['that’s empty is one line', '', 9, ['']],
  ])('%s', (_rule, text, width, expected) => {
    expect(lines(text, width)).toEqual(expected);
  });

  it('never has a line that’s too wide, and never loses a character', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'bb', ' ', '-', '山', 'ส', '/', '，'), maxLength: 200 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 30 }), (text, width) => {
        const broken = lines(text, width);
        for (const line of broken) expect(clustersOf(line.trimStart()).length).toBeLessThanOrEqual(width);
        expect(broken.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
