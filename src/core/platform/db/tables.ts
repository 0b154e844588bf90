import type { ColumnType, Generated, Selectable } from 'kysely';

/**
 * Every table by its name in Postgres; `migrations/schema.sql` shows the constraints. Here are the platform's own. A
 * feature adds what it owns in its `<feature>.table.ts`, by `declare module`, so that the platform knows no feature.
 */
export interface Database {
  nightly_runs: NightlyRunsTable;
  counters: CountersTable;
}

/** A row as it is read: for features before the one that owns the table. The others import its own name (`LeadRow`). */
export type RowOf<Table extends keyof Database> = Selectable<Database[Table]>;

/** Read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** Work done once a night; `result` holds counts. */
export interface NightlyRunsTable {
  job: string;
  night: Date;
  claimed_until: Date | null;
  finished_at: Date | null;
  result: ColumnType<Record<string, number> | null, string | null, string | null>;
}

/** A total since ever, for /metrics. `labels` as Prometheus writes them, without personal data. */
export interface CountersTable {
  name: string;
  labels: string;
  value: Generated<number>;
}
