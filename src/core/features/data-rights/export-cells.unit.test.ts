import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, safeJson } from './export-cells.ts';

test('numbers stay numbers, and texts that a spreadsheet would run are guarded', () => {
  const columns = [
    { name: 'delta', type: 'int4' },
    { name: 'note', type: 'text' },
  ];
  expect(
    csvOf(columns, [
      ['-5', '=HYPERLINK("x")'],
      [null, null],
    ]),
  ).toBe(`"-5","'=HYPERLINK(""x"")"\r\n"",""\r\n`);
});

test.each(['{"a": "=1+1"}', '["-2+3+cmd|x"]', '{"n": -5, "list": [-1, -2.5e-7], "t": "a, -b"}', '["＝x"]'])(
  'JSON parses to the same value: %s',
  (json) => {
    expect(JSON.parse(safeJson(json))).toEqual(JSON.parse(json));
  },
);

test('no string in JSON begins like a formula', () => {
  expect(safeJson('["=1+1", -5, "Fence - 6 ft"]')).toBe('["\\u003d1\\u002b1", -5, "Fence - 6 ft"]');
});

test('any JSON parses to the same value', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(safeJson(json))).toEqual(JSON.parse(json));
    }),
  );
});
