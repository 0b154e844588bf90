import type { ColumnType, Generated, Selectable } from 'kysely';

/**
 * Every table by its Postgres name; `migrations/schema.sql` has the constraints. This file has the platform's own
 * tables. A feature adds its tables in `<feature>.table.ts` with `declare module`, so the platform doesn't import
 * features.
 */
export interface Database {
  nightly_runs: NightlyRunsTable;
  counters: CountersTable;
}

/**
 * A row as selected, for features that come before the one that owns the table. Other features import its own type
 * (`LeadRow`).
 */
export type RowOf<Table extends keyof Database> = Selectable<Database[Table]>;

/** Selected as a value, inserted as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** Work done once a night; `result` holds counts. */
export interface NightlyRunsTable {
  job: string;
  night: Date;
  claimed_until: Date | null;
  finished_at: Date | null;
  result: ColumnType<Record<string, number> | null, string | null, string | null>;
}

/** A cumulative total for /metrics. `labels` in Prometheus format, without personal data. */
export interface CountersTable {
  name: string;
  labels: string;
  value: Generated<number>;
}
