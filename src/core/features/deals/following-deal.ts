import { sql } from 'kysely';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import type {
  CompanyId,
  DealId,
  EstimateId,
  LeadId,
  OrganizationId,
  PipelineId,
  StageId,
} from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { lockIfThere } from './lock-organization.ts';

/** An estimate that was sent, accepted or paid. The caller must have locked the lead. */
export interface EstimateEvent {
  companyId: CompanyId;
  leadId: LeadId;
  estimateId: EstimateId;
  rule: DealRule;
  /** The estimate's total in cents when it's sent or accepted. Null for a payment. */
  totalCents: number | null;
  /** The current time, according to the business clock. */
  at: Date;
}

/** The deal that an estimate's events apply to. */
export interface FollowingDeal {
  id: DealId;
  orgId: OrganizationId;
  pipelineId: PipelineId;
  stageId: StageId;
  amountCents: number | null;
  amountFromEstimate: boolean;
  lost: boolean;
  /** When a person last moved the deal. Null if no one has. */
  movedAt: Date | null;
}

/**
 * Finds the deal that an estimate's events move. If one of the lead's deals belongs to this estimate, returns that
 * deal. Otherwise, prefers an open deal to a won deal, and a won deal to a lost deal. If several deals match, prefers
 * the one in the latest stage, and then the newest. Returns undefined if the lead doesn't have a deal.
 */
export const findDealOf = (
  tx: CompanyTx,
  { companyId, leadId, estimateId }: { companyId: CompanyId; leadId: LeadId; estimateId: EstimateId },
): Promise<{ id: DealId; orgId: OrganizationId } | undefined> =>
  tx
    .selectFrom('deals')
    .innerJoin('pipeline_stages as stage', 'stage.id', 'deals.stage_id')
    .select(['deals.id', 'deals.org_id as orgId'])
    .where('deals.company_id', '=', companyId)
    .where('deals.lead_id', '=', leadId)
    .orderBy(sql`deals.estimate_id is not distinct from ${estimateId} desc`)
    .orderBy(sql`deals.lost_at is null and not stage.won desc`)
    .orderBy(sql`deals.lost_at is null desc`)
    .orderBy('stage.position', 'desc')
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Locks the deal's organization, then reads the deal. Returns undefined if either has since been deleted. */
export async function lockDealOf(
  tx: CompanyTx,
  companyId: CompanyId,
  { id, orgId }: { id: DealId; orgId: OrganizationId },
): Promise<FollowingDeal | undefined> {
  if (!(await lockIfThere(tx, companyId, orgId))) return undefined;
  const row = await tx
    .selectFrom('deals')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      id,
      orgId,
      pipelineId: row.pipeline_id,
      stageId: row.stage_id,
      amountCents: row.amount_cents,
      amountFromEstimate: row.amount_from_estimate,
      lost: row.lost_at !== null,
      movedAt: row.moved_at,
    }
  );
}
