import type { ColumnType, Generated, Selectable } from 'kysely';

/**
 * Lists every table by its Postgres name. `migrations/schema.sql` has the constraints. This file declares the
 * platform's own tables. Each feature declares its tables in `<feature>.table.ts` with `declare module`, so that the
 * platform doesn't import features.
 */
export interface Database {
  nightly_runs: NightlyRunsTable;
  counters: CountersTable;
}

/**
 * The type of a selected row. Use it in features that come before the table's feature in `feature-order.ts`. Later
 * features import that feature's type, such as `LeadRow`.
 */
export type RowOf<Table extends keyof Database> = Selectable<Database[Table]>;

/** A JSON column. It's selected as a parsed value and inserted as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** One night's run of a nightly job. `result` contains counts. */
export interface NightlyRunsTable {
  job: string;
  night: Date;
  claimed_until: Date | null;
  finished_at: Date | null;
  result: ColumnType<Record<string, number> | null, string | null, string | null>;
}

/** A total for /metrics that only increases. `labels` is in Prometheus format and contains no personal data. */
export interface CountersTable {
  name: string;
  labels: string;
  value: Generated<number>;
}
