import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './build/root.ts';
import { lintConfiguration } from './lint/configuration.ts';

test('.oxlintrc.json matches the output of npm run lint-rules', () => {
  expect(JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'))).toEqual(lintConfiguration());
});
