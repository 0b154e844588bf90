import type { Generated } from 'kysely';
import type { CompanyId, DealId, LeadId, OrganizationId, PipelineId, StageId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    organizations: OrganizationsTable;
    pipelines: PipelinesTable;
    pipeline_stages: PipelineStagesTable;
    deals: DealsTable;
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
  created_at: Date;
}
