import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { environmentSchema } from '#core/platform/config.ts';
import { ROOT } from './build/root.ts';

/** Variables that only the tests use. */
const OF_THE_TESTS = ['CHROMIUM_PATH'];

const lines = readFileSync(join(ROOT, '.env.example'), 'utf8').split('\n');

test('.env.example lists every variable that the product reads, and no other', () => {
  const listed = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=')[0]);
  expect(new Set(listed)).toEqual(new Set([...Object.keys(environmentSchema.shape), ...OF_THE_TESTS]));
  expect(listed).toHaveLength(new Set(listed).size);
});

test('every variable in .env.example has a comment above it', () => {
  const bare = lines.filter((line, index) => /^[A-Z]/.test(line) && !lines[index - 1]?.startsWith('# '));
  expect(bare).toEqual([]);
});

test('the example values are valid', () => {
  const shown = lines.filter((line) => /^[A-Z_]+=./.test(line));
  const values = parseEnv(shown.join('\n'));
  expect(environmentSchema.partial().safeParse(values).error).toBeUndefined();
});
