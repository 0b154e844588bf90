import { sql } from 'kysely';
import type pg from 'pg';
import { claimDue, cursorAfter, START } from '#core/features/delivery/claim.ts';
import { complete } from '#core/features/delivery/note-accepted.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { prepared } from '#core/platform/db/dialect.ts';
import { createPool } from '#core/platform/db/pool.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { fillFollowUps, resetFollowUps } from './follow-ups-data.ts';
import type { Line } from './result.ts';
import { inTurn, type Run } from './rounds.ts';

const ROWS = 20_000;
const BATCH = 500;
const ROUNDS = 3;
const WORKERS = [1, 2, 4];
const GOAL = 0.6;

export async function q2(): Promise<Line[]> {
  const database = await openDatabase();
  const { url: connectionString, logger } = database;
  const pool = createPool({ connectionString, role: 'picket_system', max: Math.max(...WORKERS), logger });
  try {
    const company = await database.a.company();
    await fillFollowUps(database, { companies: [company], each: ROWS, now: database.clock.now() });
    const lines: Line[] = [];
    for (const workers of WORKERS) {
      const result = await inTurn(
        {
          floor: rate(database, workers, () => byHand(pool, database, company)),
          ours: rate(database, workers, () => byProduct(database, company)),
        },
        ROUNDS,
      );
      const ratio = result.ours / result.floor;
      lines.push({
        id: workers === 1 ? 'Q2' : `Q2 ${workers} workers`,
        ours: `${Math.round(result.ours)}/s`,
        peer: '28,900/s graphile-worker, recorded',
        floor: `${Math.round(result.floor)}/s`,
        ratio,
        goal: `at least ${GOAL}`,
        met: ratio >= GOAL,
        valid: result.valid,
      });
    }
    return lines;
  } finally {
    await pool.end();
    await database.close();
  }
}

/** Measures the rows per second that this many concurrent workers claim and complete. */
const rate =
  (database: BenchDatabase, workers: number, work: () => Promise<number>): Run =>
  async () => {
    await resetFollowUps(database);
    const began = performance.now();
    const done = await Promise.all(Array.from({ length: workers }, work));
    const seconds = (performance.now() - began) / 1000;
    const total = done.reduce((sum, count) => sum + count, 0);
    if (total !== ROWS) throw new Error(`${total} rows of ${ROWS} were completed`);
    return ROWS / seconds;
  };

/** Claims and completes rows in batches with the product's own code. Each step runs in its own company transaction. */
async function byProduct({ db, clock }: BenchDatabase, { id: companyId }: CompanyRow): Promise<number> {
  let done = 0;
  let after = START;
  for (;;) {
    const now = clock.now();
    const claim = { companyId, channel: 'email', now, limit: BATCH, leaseMs: MINUTE, after } as const;
    const claimed = await inCompany(db, companyId, (tx) => claimDue(tx, claim));
    if (claimed.length === 0) return done;
    after = cursorAfter(after, claimed);
    const accepted = claimed.map((row) => ({ facts: { rowId: row.id }, providerId: row.id }));
    const note = sql`${prepared} ${complete(accepted, now)}`;
    done += (await inCompany(db, companyId, (tx) => note.execute(tx))).rows.length;
  }
}

/**
 * The floor in plain SQL, on the same table. One statement claims rows and another completes them, without any other
 * checks.
 */
async function byHand(pool: pg.Pool, { clock }: BenchDatabase, { id: companyId }: CompanyRow): Promise<number> {
  const client = await pool.connect();
  try {
    let done = 0;
    for (;;) {
      const now = clock.now();
      const { rows } = await client.query<{ id: string }>({
        name: 'claim',
        text: `update follow_up_messages set claimed_until = now() + interval '1 minute'
          where id in (select id from follow_up_messages
            where company_id = $1 and channel = 'email' and status = 'scheduled' and due_at <= $2
              and (claimed_until is null or claimed_until < now())
            order by due_at, id limit ${BATCH} for update skip locked) returning id`,
        values: [companyId, now],
      });
      if (rows.length === 0) return done;
      const completed = await client.query({
        name: 'complete',
        text: `update follow_up_messages set status = 'sent', claimed_until = null, sent_at = $2 where id = any($1)`,
        values: [rows.map(({ id }) => id), now],
      });
      done += completed.rowCount ?? 0;
    }
  } finally {
    client.release();
  }
}
