import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** A page, such as docs/decisions.md, and the heading after it: 'Quoted', perhaps with an apostrophe, or #an-anchor. */
const CITATION = /(?<![\w/.:-])(?<page>[\w./-]+\.md)\b(?:`?, '(?<quoted>[^']*(?:'\w[^']*)*)'|#(?<anchor>[\w-]+))?/g;

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** A page is cited by its path from the root or from the citing file. */
function isFound(file: string, { page = '', quoted, anchor }: Record<string, string | undefined> = {}): boolean {
  const path = [page, join(dirname(file), page)].find((candidate) => existsSync(candidate));
  if (path === undefined) return false;
  const headings: string[] = readFileSync(path, 'utf8').match(/(?<=^#+ ).+$/gm) ?? [];
  if (quoted !== undefined) return headings.includes(quoted);
  return anchor === undefined || headings.some((heading) => anchorOf(heading) === anchor);
}

/** Returns a file's citations of missing pages and headings. A comment may break a heading over two lines. */
const brokenIn = (file: string, text: string): string[] =>
  [...text.replaceAll(/\n[\s/*#]*/g, ' ').matchAll(CITATION)]
    .filter(({ groups }) => !isFound(file, groups))
    .map(([citation]) => `${file}: ${citation}`);

test('every page and heading that a comment cites exists', () => {
  const kinds = ['*.ts', '*.tsx', '*.mjs', '*.sh', '*.md', ':!scripts/cited-pages.unit.test.ts'];
  const files = execFileSync('git', ['ls-files', ...kinds], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(files.flatMap((file) => brokenIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('a missing page or heading is reported', () => {
  const text = `/**
   * See contract.md, decisions.md, docs/decisions.md, 'Money', and docs/decisions.md, 'How a lead's
   * location is determined'. See [Links](docs/security.md#links) and [Money](docs/decisions.md#money).
   */`;
  expect(brokenIn('src/a.ts', text)).toEqual([
    'src/a.ts: contract.md',
    'src/a.ts: decisions.md',
    "src/a.ts: docs/decisions.md, 'Money'",
    'src/a.ts: docs/decisions.md#money',
  ]);
});
