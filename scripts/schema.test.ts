import { afterAll, beforeAll, expect, test } from 'vitest';
import { printSchema } from './schema.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('schema.sql matches the migrations (npm run schema regenerates it)', async () => {
  await expect(await printSchema(database.url)).toMatchFileSnapshot('../migrations/schema.sql');
});
