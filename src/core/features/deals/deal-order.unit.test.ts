import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freePlace, GAP } from './deal-order.ts';

test('finds a free position between neighbors, or none', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: -50, max: 50 })), fc.nat(100), (numbers, at) => {
      const positions = numbers.toSorted((a, b) => a - b);
      const index = at % (positions.length + 1);
      const [above = -Infinity, below = Infinity] = [positions[index - 1], positions[index]];
      const place = freePlace(positions, index);
      const fits = place !== null && above < place && place < below && Number.isSafeInteger(place);
      expect(fits).toBe(below - above > 1);
    }),
  );
});

test('twenty moves between the same two deals fit before positions are redistributed', () => {
  const positions = [0, GAP];
  for (let moves = 0; moves < 20; moves += 1) positions.splice(1, 0, freePlace(positions, 1) ?? NaN);
  expect(positions).not.toContain(NaN);
  expect(freePlace(positions, 1)).toBeNull();
});
