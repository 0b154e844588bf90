import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testConfig } from '../../../../test/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { rolesDropped } from '../../../../test/roles-dropped.ts';
import { createLogger } from '../log.ts';
import { createAppDb } from './app.ts';
import { createSystemDb } from './system.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('no statement runs as the login user if a pooler drops the role', async () => {
  const config = testConfig(database.url);
  const logger = createLogger(config, 'test');
  const user = sql<{ user: string }>`select current_user as "user"`;
  const opened = { picket_app: createAppDb, picket_system: createSystemDb };
  for (const [role, open] of Object.entries(opened)) {
    const db = open(config, logger);
    expect((await user.execute(db)).rows).toEqual([{ user: role }]);
    await db.destroy();
  }
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(rolesDropped);
  await owner.end();
  for (const [role, open] of Object.entries(opened)) {
    const db = open(config, logger);
    await expect(user.execute(db)).rejects.toThrow(
      `A database connection has the role picket, not ${role}, because a pooler drops its options`,
    );
    await db.destroy();
  }
});
