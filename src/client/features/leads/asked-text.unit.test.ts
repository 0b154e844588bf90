import { expect, test } from 'vitest';
import { askedText } from './asked-text.ts';

test('what a homeowner asked for is said in words, and a plain fence says nothing', () => {
  const asked = { drawing: null, runs: [], gates: [] };
  for (const plain of [null, asked, { ...asked, runs: [{ feet: 60 }], gates: [{ kind: 'walk' }] }])
    expect(askedText(plain)).toBeNull();
  expect(
    askedText({
      drawing: null,
      runs: [
        { feet: 60, heightFt: 6 },
        { feet: 40, heightFt: 4 },
        { feet: 60, heightFt: 6 },
      ],
      gates: [{ kind: 'walk' }, { kind: 'double' }, { kind: 'double' }],
      removalFeet: 62.5,
    }),
  ).toBe('4 ft, 6 ft high, 2 double gates, 62.5 ft of old fence to remove');
});
