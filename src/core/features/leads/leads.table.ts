import type { ColumnType } from 'kysely';
import type { InstantReason } from '#shared/features/instant/instant.schema.ts';
import type { CompanyId, EstimateId, LeadId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    lead_merges: LeadMergesTable;
    lead_pairs_apart: LeadPairsApartTable;
    instant_requests: InstantRequestsTable;
  }
}

/** What became of a homeowner's request for an instant estimate. A lead without such a request has no row. */
export interface InstantRequestsTable {
  company_id: CompanyId;
  lead_id: LeadId;
  state: 'pending' | 'sent' | InstantReason;
  /** The key of the request that it's about, because several requests can join one lead. */
  idempotency_key: string;
  /** The network (`networkOf`) of the request. Null if it isn't known. */
  network: string | null;
  /** Set if the state is 'sent'. */
  estimate_id: EstimateId | null;
}

/** A merged lead. Its old id refers to the lead that was kept. */
export interface LeadMergesTable {
  old_lead_id: LeadId;
  company_id: CompanyId;
  kept_lead_id: LeadId;
  idempotency_key: string | null;
  /** The lead's row before the merge. */
  old_lead: ColumnType<Record<string, unknown>, string, never>;
  merged_by: UserId | null;
  merged_at: Date;
}

/** Two similar leads that a person marked as different people. `lead_a` is the smaller of the two ids. */
export interface LeadPairsApartTable {
  company_id: CompanyId;
  lead_a: LeadId;
  lead_b: LeadId;
}
