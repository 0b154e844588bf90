import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** `rate-limiter-flexible` creates and writes this table. Our code doesn't query its rows. */
const OF_A_LIBRARY = ['rate_limits'];

const tables = [...readFileSync(join(ROOT, 'migrations/schema.sql'), 'utf8').matchAll(/^create table (\w+)/gm)].map(
  ([, name = '']) => name,
);

/** The tables that a file adds to the database type. */
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
