import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../scripts/build/root.ts';
import { IN_BOTH, ONLY_IN_ALL } from './suites.ts';

test('every file that a suite names exists, and is named once', () => {
  const named = [...IN_BOTH, ...Object.keys(ONLY_IN_ALL)];
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
