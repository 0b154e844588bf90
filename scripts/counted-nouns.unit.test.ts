import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build/root.ts';

/**
 * A count before a noun goes through `counted`, or the line itself says what one is. Lines that can only have a plural
 * are named here with the reason.
 */
const ONLY_PLURAL: Record<string, string> = {
  'no cap on ${totalCents} cents': 'an error of the code, not a sentence',
  'no deposit of ${totalCents} cents': 'an error of the code, not a sentence',
  'limit of ${count} messages to this person': 'the limit is ten',
  'limit of ${count} messages written by your team': 'the limit is a hundred',
  '${inWords(count)} leads are waiting': 'only if there are several',
  '${inWords(count)} messages need your decision': 'only if there are several',
  ' estimates to send': 'only if there are several',
  '${inWords(count)} customers owe': 'only if there are several',
  'Last ${length} days': 'a choice of 7, 30 or 90',
};
const COUNT_AND_NOUN = /\$\{[^}]*(?:count|length|total|number)[^}]*\} (?:more )?[a-z]+s\b/i;
/** The line says what one is, the count is formatted by `counted`, it is a constant, or it is a verb that follows. */
const IS_COUNTED = /=== 1 \?|\bgates\(|\bcounted\(|\$\{[A-Z_]+\}|MAX_/;

test('a count before a noun is counted: never ‘1 towns’', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => COUNT_AND_NOUN.test(line) && !IS_COUNTED.test(line))
        .filter((line) => !Object.keys(ONLY_PLURAL).some((allowed) => line.includes(allowed)))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
