import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('every test that docs/security.md cites exists', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const cited = new Set([...page.matchAll(/`([\w.-]+\.test\.ts)`/g)].map(([, name = '']) => name));
  const tests = new Set(
    execFileSync('git', ['ls-files', '*.test.ts'], { cwd: ROOT, encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((file) => basename(file)),
  );
  expect(cited.size).toBeGreaterThan(60);
  expect([...cited].filter((name) => !tests.has(name))).toEqual([]);
});
