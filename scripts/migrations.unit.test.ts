import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../migrations/', import.meta.url);

const sums = readFileSync(new URL('SHA256SUMS', FOLDER), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('  ').toReversed());

test.each(sums)('%s was released and is unchanged (SHA-256 %s)', (file = '', sum) => {
  const content = readFileSync(new URL(file, FOLDER));
  expect(createHash('sha256').update(content).digest('hex')).toBe(sum);
});
