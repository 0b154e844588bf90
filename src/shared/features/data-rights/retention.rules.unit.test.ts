import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEPT, KEPT_KINDS, type Retention } from './retention.rules.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8');

test.each(KEPT_KINDS)('docs/security.md says how long and why %s are kept', (kind) => {
  const { what, years, why, source }: Retention = KEPT[kind];
  const cells = page
    .split('\n')
    .find((line) => line.startsWith(`| ${what} `))
    ?.split('|')
    .map((cell) => cell.trim());
  expect(cells?.slice(1, 5)).toEqual([
    what,
    years === null ? 'as long as the company exists' : `${years} years`,
    why,
    source,
  ]);
});
