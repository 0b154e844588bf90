import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
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

const later = readdirSync(FOLDER).filter((file) => /\.(ts|sql)$/.test(file) && !/-base\.|^schema\.sql$/.test(file));

/** What breaks the code that is still running while a migration is applied. */
const BREAKS =
  /\bdrop (?:table|column)\b|\brename (?:to|column|constraint)\b|\brename\b.+\bto\b|\.(?:drop|rename)(?:Table|Column)\(/i;
/** The comment of a migration that removes what the release before it no longer uses. */
const CONTRACT = /(?:\/\/|--|\*) contract: \S/;

test('a migration drops and renames nothing that running code uses, unless it says that it’s a contract', () => {
  expect(later.length).toBeGreaterThan(0);
  const text = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');
  expect(later.filter((file) => BREAKS.test(text(file)) && !CONTRACT.test(text(file)))).toEqual([]);
  for (const breaking of [
    'alter table leads drop column notes',
    'alter table leads rename to people',
    'DROP TABLE leads',
  ])
    expect(BREAKS.test(breaking)).toBe(true);
});
