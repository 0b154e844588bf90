import type { Generated, Selectable } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Database {
    provider_states: ProviderStatesTable;
    worker_heartbeats: WorkerHeartbeatsTable;
  }
}

/** A provider's circuit breaker; times are real. `opened_at` null: available. */
export interface ProviderStatesTable {
  provider: 'twilio' | 'smtp';
  failures: Generated<number>;
  opened_at: Date | null;
  open_until: Date | null;
  pauses: Generated<number>;
  cause: 'failing' | 'account' | null;
  code: string | null;
  probe_until: Date | null;
  /** The message of the last counted failure: its row or Message-ID. */
  failed_for: string | null;
  alerted_at: Date | null;
  openings: Generated<number>;
}

/** Running worker processes; real time. */
export interface WorkerHeartbeatsTable {
  worker_id: string;
  swept_at: Date;
}

export type ProviderStateRow = Selectable<ProviderStatesTable>;
