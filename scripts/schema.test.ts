import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printSchema } from './schema.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('schema.sql matches the migrations (npm run schema regenerates it)', async () => {
  const committed = readFileSync(new URL('../migrations/schema.sql', import.meta.url), 'utf8');
  expect(await printSchema(database.url)).toBe(committed);
});
