import { Kysely, PostgresDialect } from 'kysely';
import { createPool } from '#core/platform/db/pool.ts';
import type { SystemDb } from '#core/platform/db/system.ts';
import type { Database } from '#core/platform/db/tables.ts';
import type { TestApp } from './caller.ts';

/**
 * Returns the plans (EXPLAIN ANALYZE) of every query that `work` sends. Postgres prefers sequential scans on small
 * tables, so they're disabled where possible. The plans then show whether an index could serve a million rows.
 */
export async function plansOf(
  { config, deps }: Pick<TestApp, 'config' | 'deps'>,
  work: (system: SystemDb) => Promise<unknown>,
): Promise<string[]> {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const pool = createPool({
    connectionString: config.DATABASE_URL,
    role: 'picket_system',
    max: 1,
    logger: deps.logger,
  });
  const system = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log({ query: { sql, parameters } }) {
      if (/\bfrom\b/.test(sql)) asked.push({ sql, parameters });
    },
  });
  try {
    await work(system as SystemDb);
    await pool.query('set enable_seqscan = off');
    const plans: string[] = [];
    for (const { sql, parameters } of asked) {
      const explain = `explain (analyze, timing off, costs off) ${sql}`;
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(explain, [...parameters]);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  } finally {
    await system.destroy();
  }
}
