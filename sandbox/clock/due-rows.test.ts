import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#shared/primitives/durations.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ask, sandboxUnderTest } from '../testing/sandbox-under-test.ts';
import { dueRowsIn } from './due-rows.ts';
import { followClock } from './follow-clock.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const NOW = new Date('2026-11-16T17:00:00.000Z');
async function message(status: string, dueAt: Date): Promise<string> {
  const row = await client.query<{ id: string }>(
    `insert into messages (kind, channel, to_address, due_at, status, created_at)
     values ('test', 'email', 'tom@example.test', $1, $2, $1) returning id`,
    [dueAt, status],
  );
  return String(row.rows[0]?.id);
}

it('finds scheduled and sending rows that are due, despite row-level security', async () => {
  const due = dueRowsIn(database.url);
  const scheduled = await message('scheduled', NOW);
  const sending = await message('sending', new Date(NOW.getTime() - HOUR));
  await message('scheduled', new Date(NOW.getTime() + 1));
  await message('sent', NOW);
  await message('unknown', NOW);
  expect((await due.ids(NOW)).toSorted()).toEqual([scheduled, sending].toSorted());
  await due.close();
  await client.query('truncate messages cascade');
});

it('doesn’t wait for a database that is down', async () => {
  const due = dueRowsIn('postgres://nobody@127.0.0.1:9/none');
  expect(await due.ids(NOW)).toEqual([]);
  await due.close();
});

it('a clock move answers only after the worker has sent the messages that became due', async () => {
  const sandbox = await sandboxUnderTest({ databaseUrl: database.url });
  const dueAt = new Date(Date.now() + 30 * HOUR);
  await message('scheduled', dueAt);
  const sentAt: Date[] = [];
  const jobs: Promise<void>[] = [];
  const send = async (now: Date): Promise<void> => {
    const sent = await client.query(`update messages set status = 'sent' where status = 'scheduled' and due_at <= $1`, [
      now,
    ]);
    if (sent.rowCount === 1) sentAt.push(now);
  };
  const clock = await followClock({
    url: sandbox.url,
    name: 'worker',
    // Like the product's worker: the sweep only enqueues a job, and the job sends the message later.
    moved: async () => void jobs.push(pause(20).then(() => send(sandbox.clock.now()))),
  });
  await ask(sandbox, '/api/clock', 'POST', { hours: 48 });
  clock.close();
  await Promise.all(jobs);
  const rows = await client.query<{ status: string }>('select status from messages');
  expect(rows.rows).toEqual([{ status: 'sent' }]);
  // The message is sent in the step in which it becomes due, not at the end of the move.
  expect((sentAt[0]?.getTime() ?? 0) - dueAt.getTime()).toBeLessThan(4 * HOUR);
});
