import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A file of code in backticks, by its name or the end of its path: `due-dates.rules.ts`, `balances/payable.ts`. */
const CITATION = /`(?<path>[\w@./*-]+\.(?:ts|tsx|mjs|sh|sql))`/g;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)/;

const trackedFiles = (): string[] => execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');

/** Returns the cited files that don't exist. An asterisk stands for any letters. */
const brokenIn = (text: string, tracked: readonly string[]): string[] =>
  [...text.matchAll(CITATION)].flatMap(({ groups }) => {
    const path = groups?.['path'] ?? '';
    const pattern = new RegExp(`(?:^|/)${path.replaceAll('.', String.raw`\.`).replaceAll(/\*+/g, '.*')}$`);
    return tracked.some((file) => pattern.test(file)) ? [] : [path];
  });

const commentsOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => COMMENT.test(line))
    .join('\n');

test('every file that a page or a comment names exists', () => {
  const tracked = trackedFiles();
  const broken = tracked
    .filter((file) => /\.(?:md|tsx?)$/.test(file) && file !== 'scripts/cited-files.unit.test.ts')
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return brokenIn(file.endsWith('.md') ? text : commentsOf(text), tracked).map((path) => `${file}: ${path}`);
    });
  expect(broken).toEqual([]);
});

test('a missing file is reported', () => {
  const tracked = ['src/a/price.rules.ts', 'src/a/lead-csv.rows.ts'];
  expect(brokenIn('`price.rules.ts`, `a/price.rules.ts`, `lead-csv.*.ts`', tracked)).toEqual([]);
  expect(brokenIn('`e.rules.ts` and `b/price.rules.ts`', tracked)).toEqual(['e.rules.ts', 'b/price.rules.ts']);
});
