import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The library `rate-limiter-flexible` creates and writes this table. Our code doesn't read its rows. */
const OF_A_LIBRARY = ['rate_limits'];

const schema = readFileSync(join(ROOT, 'migrations/schema.sql'), 'utf8');
const tables = [...schema.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name = '']) => name);

/** Returns the tables that a file adds to the database type. */
const typedIn = (file: string): string[] => {
  const [, members = ''] =
    /interface Database \{\n([^}]*)\}/.exec(readFileSync(join(ROOT, 'src/core', file), 'utf8')) ?? [];
  return [...members.matchAll(/^ +(\w+): /gm)].map(([, name = '']) => name);
};

test('each table type is declared once, in the feature that owns it', () => {
  const owned = globSync('features/*/*.table.ts', { cwd: join(ROOT, 'src/core') }).flatMap(typedIn);
  const typed = [...owned, ...typedIn('platform/db/tables.ts'), ...OF_A_LIBRARY];
  expect(typed.toSorted()).toEqual(tables.toSorted());
  expect(owned.length).toBeGreaterThan(50);
});

test("a feature's tables are in the file with its name", () => {
  const files = globSync('src/**/*.table.ts', { cwd: ROOT });
  expect(files.filter((file) => !/core\/features\/([a-z-]+)\/\1\.table\.ts$/.test(file))).toEqual([]);
});

/** Columns that are written but never read, with the reason to keep each. */
const KEPT_UNREAD: Record<string, string> = {
  'audit_log.actor_id': 'Evidence: the account, also after its name changed',
  'change_signatures.consent_version': 'Evidence of the signature: the words agreed to',
  'change_signatures.signed_at': 'Evidence of the signature: real time',
  'estimate_acceptances.consent_version': 'Evidence of the signature: the words agreed to',
  'estimate_acceptances.signed_at': 'Evidence of the signature: real time',
  'invitations.invited_by': 'Names the member in a dispute',
  'lead_merges.merged_by': 'Names the user in a dispute',
};

test('every column is read, or is listed with the reason to keep it', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|\.table\.ts$/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  // A write uses the column name as an object key. Any other use, such as in a string or after a dot, counts as a read.
  const read = new Set([...sources.matchAll(/[a-z]\w*(?!\w|: )/g)].map(([name]) => name));
  const columns = [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\);/gm)].flatMap(
    ([, table = '', body = '']) =>
      [...body.matchAll(/^ {2}(?!constraint )(\w+) /gm)].map(([, column = '']) => ({ table, column })),
  );
  expect(columns.length).toBeGreaterThan(300);
  const unread = columns
    .filter(({ table, column }) => !OF_A_LIBRARY.includes(table) && !read.has(column))
    .map(({ table, column }) => `${table}.${column}`);
  expect(unread.toSorted()).toEqual(Object.keys(KEPT_UNREAD).toSorted());
});
