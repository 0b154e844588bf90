import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Coverage, faultsOf, PAGE, proofsIn, readCoverage, renderCoverage } from './spec-coverage.ts';

describe('the specification', () => {
  const coverage = readCoverage();

  test('has a test or a reason for every sentence, never both, and no test names an unknown sentence', () => {
    expect(faultsOf(coverage)).toEqual([]);
  });

  test('docs/spec-coverage.md matches the tests (npm run spec regenerates it)', () => {
    expect(renderCoverage(coverage)).toBe(readFileSync(PAGE, 'utf8'));
  });
});

test('reads tags from test names only, and removes them from the output', () => {
  const text = [
    "test('says so (spec:1.1 spec:2.10)', () => {",
    '  // not this: spec:3.1',
    "  test.each(ALL)(`%s isn't kept (spec:1.2)`, () => {",
    "  it('it\\'s kept, spec:4.1', () => {",
  ].join('\n');
  expect(proofsIn('a.test.ts', text)).toEqual([
    { file: 'a.test.ts', name: 'says so', ids: ['1.1', '2.10'] },
    { file: 'a.test.ts', name: "%s isn't kept", ids: ['1.2'] },
    { file: 'a.test.ts', name: "it's kept,", ids: ['4.1'] },
  ]);
});

test('reports every kind of gap', () => {
  const coverage: Coverage = {
    sentences: ['1.1', '1.2', '1.3'].map((id) => ({ id, under: '', text: 'A sentence.' })),
    proofs: [{ file: 'a.test.ts', name: 'works', ids: ['1.1', '7.7'] }],
    elsewhere: { '1.1': 'not a feature', '1.2': 'not a feature', '9.9': 'not a feature' },
  };
  expect(faultsOf(coverage)).toEqual([
    'a.test.ts › works: there is no sentence 7.7',
    'there is no sentence 9.9 to mark',
    '1.1 has both a test and a mark in elsewhere.json',
    '1.3 has neither a test nor a mark',
  ]);
  expect(renderCoverage(coverage)).toContain('3 sentences: 2 covered by tests, 3 not covered.');
});
