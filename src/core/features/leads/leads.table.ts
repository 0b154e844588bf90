import type { ColumnType } from 'kysely';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    lead_merges: LeadMergesTable;
    lead_pairs_apart: LeadPairsApartTable;
  }
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
