import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { crossingFiles } from './lint/crossing.ts';

const listed = crossingFiles();
const sources = globSync('src/{core,server,worker}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));

/** Returns a file's code without comments. */
const codeOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '');

const isListed = (file: string): boolean => listed.some((glob) => matchesGlob(file, glob));

/** In these files, `system` is a fence system. They have no other database than their company's. */
const FENCE_SYSTEMS = [
  'src/core/features/estimates/list-materials.ts',
  'src/core/features/pricing/pricing.service.ts',
  'src/core/features/take-off/**',
];
const isOfFences = (file: string): boolean => FENCE_SYSTEMS.some((glob) => matchesGlob(file, glob));

/** Whether a file imports the module or takes `system` from a parameter. */
const crosses = (file: string): boolean =>
  /from '[^']*(db|\.)\/system\.ts'|\b[sS]ystem(?:Db|Tx)\b/.test(codeOf(file)) ||
  (!isOfFences(file) && /\.system\b|[{(,]\s*system(?=\s*[,:})?.])/.test(codeOf(file)));

test('exactly the listed files cross tenants', () => {
  expect(sources.filter((file) => crosses(file) && !isListed(file))).toEqual([]);
  const idle = listed.filter((glob) => !sources.some((file) => matchesGlob(file, glob) && crosses(file)));
  expect(idle).toEqual([]);
});

test('only one place enters a company within a transaction', () => {
  const made = sources.filter((file) => codeOf(file).includes('as CompanyTx'));
  expect(made.toSorted()).toEqual(['src/core/platform/db/app.ts', 'src/core/platform/db/system.ts']);
});
