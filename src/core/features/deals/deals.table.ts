import type { Generated } from 'kysely';
import type { DealEventKind } from '#shared/features/crm/deal-history.schema.ts';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import type {
  CompanyId,
  DealId,
  EstimateId,
  LeadId,
  OrganizationId,
  PipelineId,
  StageId,
  UserId,
} from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    organizations: OrganizationsTable;
    pipelines: PipelinesTable;
    pipeline_stages: PipelineStagesTable;
    deals: DealsTable;
    deal_events: DealEventsTable;
    crm_rules: CrmRulesTable;
  }
}

export interface OrganizationsTable {
  id: Generated<OrganizationId>;
  company_id: CompanyId;
  name: string;
  /** Null if that user was deleted. */
  created_by: UserId | null;
  created_at: Date;
}

export interface PipelinesTable {
  id: Generated<PipelineId>;
  company_id: CompanyId;
  org_id: OrganizationId;
  name: string;
  /** The stage that deals move to when an estimate is sent, accepted or paid; null if they don't move. */
  sent_stage_id: StageId | null;
  accepted_stage_id: StageId | null;
  paid_stage_id: StageId | null;
  created_at: Date;
}

export interface PipelineStagesTable {
  id: Generated<StageId>;
  company_id: CompanyId;
  org_id: OrganizationId;
  pipeline_id: PipelineId;
  name: string;
  /** Whether deals in it are won. It is the last stage, and each pipeline has one. */
  won: Generated<boolean>;
  position: number;
}

export interface DealsTable {
  id: Generated<DealId>;
  company_id: CompanyId;
  org_id: OrganizationId;
  pipeline_id: PipelineId;
  stage_id: StageId;
  title: string;
  amount_cents: number | null;
  note: Generated<string>;
  /** Position in the stage, top first, with gaps (`deal-order.ts`). */
  position: number;
  lead_id: LeadId | null;
  /** When it entered the stage. */
  stage_since: Date;
  /** When it was marked as lost. Since then it is hidden from the board. */
  lost_at: Date | null;
  /** Null unless it is lost. */
  lost_reason: string | null;
  /** The day it is expected to be won, in the company's time zone, as 'YYYY-MM-DD'. */
  expected_close: string | null;
  /** A member of the company, or null. Cleared when that member leaves the company. */
  owner_id: UserId | null;
  /** The last estimate that it followed. */
  estimate_id: EstimateId | null;
  /** Whether its amount is the estimate's total; false once a person has typed one. */
  amount_from_estimate: Generated<boolean>;
  /** When a person last moved it, lost it or brought it back; null if no one has. */
  moved_at: Date | null;
  created_at: Date;
}

/** What happened to a deal (`dealEventView`). */
export interface DealEventsTable {
  id: Generated<string>;
  company_id: CompanyId;
  deal_id: DealId;
  kind: DealEventKind;
  at: Date;
  was: string | null;
  became: string | null;
  /** The event of `estimate_id` that caused it; null for what a person did. */
  rule: DealRule | null;
  estimate_id: EstimateId | null;
  by_user_id: UserId | null;
  by_name: string | null;
}

/** A company's rules (`crmRulesView`). A company without a row has all of them on. */
export interface CrmRulesTable {
  company_id: CompanyId;
  make_deal: Generated<boolean>;
  follow_sent: Generated<boolean>;
  follow_accepted: Generated<boolean>;
  follow_paid: Generated<boolean>;
  pipeline_id: PipelineId | null;
}
