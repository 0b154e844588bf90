import pg from 'pg';
import type { DueRows } from './movable-clock.ts';

const DUE = `
  select 'follow_up_messages ' || id::text as id from follow_up_messages
  where status in ('scheduled', 'sending') and due_at <= $1
  union all
  select 'outbox ' || id::text from outbox where status in ('scheduled', 'sending') and due_at <= $1`;

/** Looks into the product's database. A database that is away, or not yet migrated, has nothing to wait for. */
export function dueRowsIn(databaseUrl: string): DueRows & { close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 5_000,
    // row-level security shows nothing to anyone else, and nothing would look like nothing due
    options: '-c role=picket_system',
  });
  pool.on('error', () => undefined); // an idle connection cut by a restart of Postgres; the next look reconnects
  return {
    async ids(now) {
      try {
        const found = await pool.query<{ id: string }>(DUE, [now]);
        return found.rows.map((row) => row.id);
      } catch {
        return [];
      }
    },
    close: () => pool.end(),
  };
}

export const nothingDue: DueRows = { ids: () => Promise.resolve([]) };
