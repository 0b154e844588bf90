import type { Generated, Selectable } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Database {
    provider_states: ProviderStatesTable;
    worker_heartbeats: WorkerHeartbeatsTable;
  }
}

/**
 * The state of each provider's circuit breaker. Times are wall-clock times. `opened_at` is null while the provider is
 * available.
 */
export interface ProviderStatesTable {
  provider: 'twilio' | 'smtp';
  failures: Generated<number>;
  opened_at: Date | null;
  open_until: Date | null;
  pauses: Generated<number>;
  cause: 'failing' | 'account' | null;
  code: string | null;
  probe_until: Date | null;
  /** The row id or Message-ID of the message that caused the last counted failure. */
  failed_for: string | null;
  alerted_at: Date | null;
  openings: Generated<number>;
}

/** Running worker processes. Times are wall-clock times. */
export interface WorkerHeartbeatsTable {
  worker_id: string;
  swept_at: Date;
}

export type ProviderStateRow = Selectable<ProviderStatesTable>;
