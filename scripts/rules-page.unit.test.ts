import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CODE = /\b(?:C(?:[1-9]|[12]\d|30)|S(?:[1-9]|1[0-6])|T(?:[1-9]|1[0-2]))\b/g;

test('every rule that the code cites has a row in docs/rules.md', () => {
  const files = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx', 'migrations/2*.sql', 'migrations/*.ts'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => !file.includes('/us-data/'));
  const cited = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(CODE) ?? []));
  const rows = new Set(readFileSync('docs/rules.md', 'utf8').match(/(?<=^\| )[CST]\d+(?= +\|)/gm));
  expect([...cited].filter((code) => !rows.has(code))).toEqual([]);
});
