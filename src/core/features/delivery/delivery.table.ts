import type { Generated, Selectable } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Database {
    provider_states: ProviderStatesTable;
    worker_heartbeats: WorkerHeartbeatsTable;
  }
}

/** A provider's breaker; times are real. `opened_at` null: it is well. */
export interface ProviderStatesTable {
  provider: 'twilio' | 'smtp';
  failures: Generated<number>;
  opened_at: Date | null;
  open_until: Date | null;
  pauses: Generated<number>;
  cause: 'failing' | 'account' | null;
  code: string | null;
  probe_until: Date | null;
  /** The message of the last failure that counted: its row or its Message-ID. */
  failed_for: string | null;
  alerted_at: Date | null;
  openings: Generated<number>;
}

/** Which worker processes live; real time. */
export interface WorkerHeartbeatsTable {
  worker_id: string;
  started_at: Date;
  swept_at: Date;
}

export type ProviderStateRow = Selectable<ProviderStatesTable>;
