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
  /** Null if the creator's account was deleted. */
  created_by: UserId | null;
  created_at: Date;
}

export interface PipelinesTable {
  id: Generated<PipelineId>;
  company_id: CompanyId;
  org_id: OrganizationId;
  name: string;
  /**
   * The stage that deals move to when an estimate is sent. The next two columns are for accepted and paid estimates.
   * Null if deals don't move.
   */
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
  /** Whether deals in this stage are won. In each pipeline, this is true only for the last stage. */
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
  /** The deal's position in its stage. Positions ascend from the top, with gaps (`deal-order.ts`). */
  position: number;
  lead_id: LeadId | null;
  /** When the deal entered its stage. */
  stage_since: Date;
  /** When the deal was marked as lost. A lost deal is hidden from the board. */
  lost_at: Date | null;
  /** Null unless the deal is lost. */
  lost_reason: string | null;
  /** When the company expects to win the deal, as 'YYYY-MM-DD' in the company's time zone. */
  expected_close: string | null;
  /** The member responsible for the deal. Cleared when that member leaves the company. */
  owner_id: UserId | null;
  /** The estimate for this deal that was last sent or accepted. */
  estimate_id: EstimateId | null;
  /** Whether the amount is the estimate's total. False once a person has entered an amount. */
  amount_from_estimate: Generated<boolean>;
  /** When a person last moved the deal, marked it as lost or reopened it. Null if no one has. */
  moved_at: Date | null;
  created_at: Date;
}

/** The history of deals (`dealEventView`). */
export interface DealEventsTable {
  id: Generated<string>;
  company_id: CompanyId;
  deal_id: DealId;
  kind: DealEventKind;
  at: Date;
  was: string | null;
  became: string | null;
  /** The estimate event that caused the change. Null if a person made it. */
  rule: DealRule | null;
  estimate_id: EstimateId | null;
  by_user_id: UserId | null;
  by_name: string | null;
}

/** A company's rules for automatic moves (`crmRulesView`). If a company doesn't have a row, all rules are on. */
export interface CrmRulesTable {
  company_id: CompanyId;
  make_deal: Generated<boolean>;
  follow_sent: Generated<boolean>;
  follow_accepted: Generated<boolean>;
  follow_paid: Generated<boolean>;
  pipeline_id: PipelineId | null;
}
