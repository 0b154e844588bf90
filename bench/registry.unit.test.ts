import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BENCHES } from './registry.ts';
import { table } from './result.ts';
import { inTurn } from './rounds.ts';

test('every benchmark is explained in docs/benchmarks.md, and nothing else is', () => {
  const docs = readFileSync(join(import.meta.dirname, '../docs/benchmarks.md'), 'utf8');
  const explained = [...docs.matchAll(/^\| ([A-Z]\d) +\|/gm)].map(([, id]) => id);
  expect(explained).toEqual(Object.keys(BENCHES));
});

test('the first round is dropped, and floors that differ too much invalidate the run', async () => {
  const of = (values: number[]) => () => Promise.resolve(values.shift() ?? Number.NaN);
  const steady = await inTurn({ floor: of([99, 1, 10, 10, 11, 10]), ours: of([50, 30, 20]) }, 3);
  expect(steady).toMatchObject({ floor: 11, ours: 30, valid: true });
  // The ratio uses the floors of its own round: 30 to 10, and 20 to 10.5.
  expect(steady.ratioOf('ours')).toBe(3);
  const restless = await inTurn({ floor: of([10, 10, 10, 20, 10, 20]), ours: of([1, 1, 1]) }, 3);
  expect(restless.valid).toBe(false);
});

test('the table shows goals as met, missed or invalid', () => {
  const line = { id: 'X1', ours: '1', peer: '2', floor: '1', ratio: 1.5, goal: 'at most 1', met: false, valid: true };
  const lines = table([line, { ...line, id: 'X2', valid: false }]).split('\n');
  expect(lines[1]).toMatch(/^X1 .*1\.50 .*MISSED$/);
  expect(lines[2]).toMatch(/^X2 .*INVALID/);
});
