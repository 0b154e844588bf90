import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ON_BOTH_STORES, ON_ONE_STORE, TOUCHES_THE_QUEUE } from './redis-project.ts';

const ROOT = join(import.meta.dirname, '..');

test('every test that uses the queue runs on both stores, or says why not', () => {
  const files = globSync('{src,test,sandbox,scripts}/**/*.test.{ts,tsx}', { cwd: ROOT });
  const others = files.filter((file) => !file.endsWith('.browser.test.ts'));
  const touching = others.filter((file) => TOUCHES_THE_QUEUE.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(touching.toSorted()).toEqual([...ON_BOTH_STORES, ...Object.keys(ON_ONE_STORE)].toSorted());
});
