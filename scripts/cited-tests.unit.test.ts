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

/** The number of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('docs/security.md has a row for every requirement of ASVS 5.0.0 up to level 2, with its state', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const rows = [...page.matchAll(/^\| V(\d+)\.(\d+)\.(\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, chapter, section, number, level, , state, how]) => ({
      id: `${chapter}.${section}.${number}`,
      chapter: Number(chapter),
      level,
      state,
      how,
    }),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(REQUIREMENTS.map((_, index) => rows.filter(({ chapter }) => chapter === index + 1).length)).toEqual(
    REQUIREMENTS,
  );
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  const states = Map.groupBy(rows, ({ state }) => state);
  expect(new Set(states.keys())).toEqual(new Set(['Met', 'Partly', 'Not met', 'Doesn’t apply']));
  const count = (state: string) => states.get(state)?.length;
  expect(page).toContain(
    `Of 253, ${count('Met')} are met, ${count('Partly')} partly, ${count('Not met')} not, and ${count('Doesn’t apply')} don't apply.`,
  );
});
