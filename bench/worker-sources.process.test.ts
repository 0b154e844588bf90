import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../scripts/build/root.ts';

// one other sign in a file (esbuild leaves those in regular expressions), and V8 holds two bytes for each
test('the worker’s bundle is ASCII (M2)', () => {
  const files = globSync(join(ROOT, 'dist/worker/*.js'));
  expect(files.length).toBeGreaterThan(3);
  // oxlint-disable-next-line no-control-regex
  expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
