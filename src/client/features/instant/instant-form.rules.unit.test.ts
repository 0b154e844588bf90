import { expect, test } from 'vitest';
import { DEFAULT_INSTANT_SETTINGS } from '#shared/features/instant/instant.schema.ts';
import { instantFaults, instantFormOf, instantSettingsOf } from './instant-form.rules.ts';

const stored = {
  ...DEFAULT_INSTANT_SETTINGS,
  enabled: true,
  maxTotalCents: 1_250_050,
  maxFeet: 120.5,
  zips: ['83702', '83703'],
  materialIds: ['019abcde-0000-7000-8000-000000000001'],
  visitFirst: true,
};

test('what is shown is what is saved', () => {
  expect(instantFormOf(stored).maxTotal).toBe('12,500.50');
  expect(instantSettingsOf(instantFormOf(stored))).toEqual(stored);
  expect(instantFaults(instantFormOf(stored))).toEqual({});
});

test.each([
  ['maxTotal', 'much', /total/],
  ['maxTotal', '0', /total/],
  ['maxFeet', '0', /length/],
  ['maxFeet', '12 ft', /length/],
  ['zips', '83702 8370', /ZIP/],
] as const)('%s %o is an error at its field', (name, value, words) => {
  const faults = instantFaults({ ...instantFormOf(stored), [name]: value });
  expect(Object.keys(faults)).toEqual([name]);
  expect(faults[name]).toMatch(words);
});
