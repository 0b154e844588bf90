import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
let admin: TestBrowser;

beforeAll(async () => {
  app = await startTestApp();
  const robin = await app.a.user({ email: 'robin@picket.test' }, ['admin', 'contractor']);
  await app.a.company({ user_id: robin.id });
  admin = await app.signIn(robin.email);
});
afterAll(() => app.close());

const logged = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit_log`.execute(app.deps.system);
  return rows[0]?.n ?? -1;
};

describe('the audit log', () => {
  test('is append-only for everyone', async () => {
    const user = await app.a.user();
    await admin.trpc.admin.users.setRole.mutate({ userId: user.id, role: 'customer', granted: true });
    const { system, db } = app.deps;
    await expect(sql`update audit_log set actor = 'nobody'`.execute(system)).rejects.toThrow(/permission denied/);
    await expect(sql`delete from audit_log`.execute(system)).rejects.toThrow(/permission denied/);
    await expect(sql`select from audit_log`.execute(db)).rejects.toThrow(/permission denied/);
    await expect(sql`select from feedback`.execute(db)).rejects.toThrow(/permission denied/);
    const owner = new pg.Client({ connectionString: app.database.url });
    await owner.connect();
    try {
      for (const statement of ['update audit_log set actor = null', 'delete from audit_log', 'truncate audit_log'])
        await expect(owner.query(statement)).rejects.toThrow(/append-only/);
    } finally {
      await owner.end();
    }
  });

  test('is paged without gaps', async () => {
    const user = await app.a.user();
    for (let turn = 0; turn < 30; turn += 1)
      await admin.trpc.admin.users.setRole.mutate({ userId: user.id, role: 'customer', granted: turn % 2 === 0 });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.trpc.admin.audit.list.query({ cursor });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(ids).toHaveLength(await logged());
    expect(new Set(ids).size).toBe(ids.length);
  });
});
