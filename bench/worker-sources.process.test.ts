import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../scripts/build/root.ts';

// esbuild leaves non-Latin-1 characters in regular expressions. A single one makes V8 store the file with two bytes per
// character.
test('the worker’s bundle is ASCII (M2)', () => {
  const files = globSync(join(ROOT, 'dist/worker/*.js'));
  expect(files.length).toBeGreaterThan(3);
  // oxlint-disable-next-line no-control-regex
  expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
