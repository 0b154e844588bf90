import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clustersOf } from './clusters.ts';
import { levelsOf, piecesOf } from './visual-order.ts';

const piecesIn = (text: string) => {
  const clusters = clustersOf(text);
  const { levels, rightToLeft } = levelsOf(clusters);
  return { rightToLeft, pieces: piecesOf(clusters, levels, { start: 0, end: clusters.length }) };
};
/** The line as it's seen: a font turns the letters of Hebrew and Arabic by itself. */
const seen = (text: string) =>
  piecesIn(text)
    .pieces.map((piece) =>
      /[\u0590-\u06FF]/.test(piece.text) ? Array.from(piece.text).toReversed().join('') : piece.text,
    )
    .join('');

describe('a line from left to right', () => {
  it.each([
    ['fence 120 ft', 'fence 120 ft'],
    ['שלום', 'םולש'],
    ['גדר 120 ft (כולל שער).', '.(רעש ללוכ) ft 120 רדג'],
    ['Estimate for כהן, Boise', 'Estimate for ןהכ, Boise'],
    ['سياج 184 قدم', 'مدق 184 جايس'],
    ['سياج ١٢٣ قدم', 'مدق ١٢٣ جايس'],
    ['a [שער 5-6] b', 'a [5-6 רעש] b'],
  ])('%s', (text, line) => {
    expect(seen(text)).toBe(line);
  });

  it('begins at the right if the first letter does', () => {
    expect(piecesIn('123 שלום abc').rightToLeft).toBe(true);
    expect(piecesIn('abc שלום').rightToLeft).toBe(false);
  });

  it('keeps each digit of Persian numbers in its place, although its font would turn them', () => {
    expect(
      piecesIn('متر ۱۲۳')
        .pieces.slice(0, 3)
        .map(({ text }) => text),
    ).toEqual(['۱', '۲', '۳']);
  });

  it('contains every character of the text exactly once', () => {
    const some = fc.string({ unit: fc.constantFrom('a', 'ש', 'م', '1', '٢', '۳', ' ', '(', ')', '.', '-', '山', 'ल') });
    fc.assert(
      fc.property(some, (text) => {
        const sorted = (words: string) => Array.from(words.replaceAll(/[()]/g, '|')).toSorted().join('');
        const { pieces } = piecesIn(text);
        expect(sorted(pieces.map((piece) => piece.text).join(''))).toBe(sorted(text));
      }),
    );
  });
});
