import { expect, test } from 'vitest';
import { longestValues } from './longest.rules.ts';

const lead = { name: null, address: null, totalFeet: null, estimateCents: null };

test('each value is the longest rendered value of any lead (T12)', () => {
  expect(
    longestValues([
      { name: 'Bo Featherstonehaugh-Cholmondeley', address: '1 A St', totalFeet: 96.5, estimateCents: 9_999 },
      {
        name: 'Guadalupe O',
        address: '802 Mesa Verde Circle North, El Paso',
        totalFeet: 120,
        estimateCents: 1_000_000,
      },
      // Neither value looks like a real name or street, so neither is inserted into a message.
      { ...lead, name: 'https://example.com/win-a-prize', address: 'see www.example.com for the whole address' },
    ]),
  ).toEqual({
    name: 'Guadalupe O',
    address: '802 Mesa Verde Circle North, El Paso',
    totalFeet: 96.5,
    estimateCents: 1_000_000,
  });
});

test('a value that no lead has is missing', () => {
  expect(longestValues([])).toEqual(lead);
});
