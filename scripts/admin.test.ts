import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { grantAdmin } from './admin.ts';

let db: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  db = await createTestDatabase();
  client = new pg.Client({ connectionString: db.url });
  await client.connect();
  await client.query(`insert into users (email, name, email_verified_at)
    values ('ann@example.test', 'Ann', now()), ('squatter@example.test', 'Bo', null)`);
});

afterAll(async () => {
  await client.end();
  await db.drop();
});

test('a grant makes the user an admin, ignores the case of the email address, and can be repeated', async () => {
  expect(await grantAdmin(client, 'Ann@Example.test')).toEqual({
    done: true,
    line: 'ann@example.test is now an admin.',
  });
  expect((await grantAdmin(client, 'ann@example.test')).line).toBe('ann@example.test is already an admin.');
  const { rows } = await client.query(`select role from user_roles`);
  expect(rows).toEqual([{ role: 'admin' }]);
  const { rows: log } = await client.query(`select actor, action, subject, before, after from audit_log`);
  expect(log).toEqual([
    {
      actor: 'npm run admin',
      action: 'user.role_granted',
      subject: 'ann@example.test',
      before: { roles: [] },
      after: { roles: ['admin'] },
    },
  ]);
});

test('a user with an unconfirmed email address can’t become an admin', async () => {
  const { done, line } = await grantAdmin(client, 'squatter@example.test');
  expect(done).toBe(false);
  expect(line).toContain("squatter@example.test isn't confirmed yet");
  const { rows } = await client.query(`select from user_roles join users on users.id = user_id where email like 'sq%'`);
  expect(rows).toEqual([]);
});

test('an unknown email address is refused with a clear message', async () => {
  const { done, line } = await grantAdmin(client, 'nobody@example.test');
  expect(done).toBe(false);
  expect(line).toContain('No user has the email address nobody@example.test');
});
