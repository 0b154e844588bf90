import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { ChangePart } from '#shared/features/changes/change-price.rules.ts';
import type { ChangeStatus } from '#shared/features/changes/changes.schema.ts';
import type { Fence } from '#shared/features/pricing/fence.ts';
import type { CountBasis } from '#shared/features/take-off/count-fence.rules.ts';
import type { ChangeId, CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    estimate_changes: EstimateChangesTable;
    change_signatures: ChangeSignaturesTable;
    signed_estimates: SignedEstimatesView;
  }
}

/** A change of a signed estimate. What it offers is never changed, and nothing is once it's decided. */
export interface EstimateChangesTable {
  id: Generated<ChangeId>;
  company_id: CompanyId;
  estimate_id: EstimateId;
  /** From 1 in each estimate. */
  position: number;
  /** 'expired' is stored only when another change is made. Until then, see `changeStatusNow`. */
  status: ColumnType<ChangeStatus, ChangeStatus | undefined, ChangeStatus>;
  note: string;
  /** The whole fence after the change. */
  fence: ColumnType<Fence, string, never>;
  /** What its materials are counted from. */
  take_off: ColumnType<CountBasis, string, never>;
  added: ColumnType<ChangePart, string, never>;
  removed: ColumnType<ChangePart, string, never>;
  added_cents: number;
  removed_cents: number;
  /** The added less the removed, in cents. */
  net_cents: GeneratedAlways<number>;
  /** The job's total with all changes up to this one. */
  total_cents: number;
  created_at: Date;
  sent_at: Date | null;
  /** The last day to sign, in the time zone `job_zone`, as 'YYYY-MM-DD'. */
  valid_until: string | null;
  job_zone: string;
  decided_at: Date | null;
  decline_reason: string | null;
}

/** The only signature on a change (C29). Its columns mean the same as those of `estimate_acceptances`. */
export interface ChangeSignaturesTable {
  change_id: ChangeId;
  company_id: CompanyId;
  name: string;
  mark_kind: 'typed' | 'drawn';
  mark: string;
  consent_text: string;
  consent_version: string;
  language: Language;
  /** The hash of the signed estimate. The signed text contains it. */
  estimate_hash: string;
  document: string;
  document_hash: string;
  cancel_days: number;
  cancel_until: string;
  cancel_zone: string;
  ip: string;
  user_agent: string;
  at: Date;
  signed_at: Generated<Date>;
}

/** A signed estimate with the total that its signed changes and credits make, in cents. */
export interface SignedEstimatesView {
  estimate_id: EstimateId;
  at: Date;
  deposit_cents: number;
  discount_cents: number;
  total_cents: number;
}

export type ChangeRow = Selectable<EstimateChangesTable>;
export type ChangeSignatureRow = Selectable<ChangeSignaturesTable>;
