import pg from 'pg';
import type { DueRows } from './movable-clock.ts';

const DUE = `select id::text as id from messages where status in ('scheduled', 'sending') and due_at <= $1`;

/**
 * Reads the due rows from the product's database. If the database is unavailable or not yet migrated, no rows are due.
 */
export function dueRowsIn(databaseUrl: string): DueRows & { close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 5_000,
    // Row-level security hides all rows from any other role, so it would seem that no rows are due.
    options: '-c role=picket_system',
  });
  pool.on('error', () => undefined); // If Postgres restarts, idle connections break. The next query reconnects.
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
