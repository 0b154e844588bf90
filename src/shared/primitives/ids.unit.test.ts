import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { leadIdSchema, uuidSchema } from './ids.ts';

const UPPER = '019AA3F0-1C2D-7E4F-8A5B-6C7D8E9F0A1B';

test('an id is lowercased, as Postgres spells it', () => {
  expect(leadIdSchema.parse(UPPER)).toBe(UPPER.toLowerCase());
  expect(uuidSchema().parse(UPPER)).toBe(UPPER.toLowerCase());
  expect(uuidSchema('Choose a material').safeParse('none').error?.issues[0]?.message).toBe('Choose a material');
});

test('only one file parses ids', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const own = sources.filter((file) => /\.(uuid|uuidv\d|guid)\(/.test(readFileSync(resolve(root, file), 'utf8')));
  expect(own).toEqual(['src/shared/primitives/ids.ts']);
});
