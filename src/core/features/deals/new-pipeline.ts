import type { PipelineView } from '#shared/features/crm/crm.schema.ts';
import { DEFAULT_STAGES, SENT_STAGE } from '#shared/features/crm/crm.limits.ts';
import type { CompanyId, OrganizationId, PipelineId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { listStages, type Stage } from './stages.repository.ts';

/**
 * Creates a pipeline with the default stages. When an estimate is sent, its deal moves to SENT_STAGE. When an estimate
 * is signed or paid, its deal moves to the last stage. The caller must hold the organization's lock.
 */
export async function insertPipeline(
  tx: CompanyTx,
  { companyId, orgId, name, at }: { companyId: CompanyId; orgId: OrganizationId; name: string; at: Date },
): Promise<PipelineView> {
  const row = await tx
    .insertInto('pipelines')
    .values({ company_id: companyId, org_id: orgId, name, created_at: at })
    .returning(PIPELINE_COLUMNS)
    .executeTakeFirstOrThrow();
  const stages = DEFAULT_STAGES.map((stage, position) => ({
    company_id: companyId,
    org_id: orgId,
    pipeline_id: row.id,
    name: stage,
    won: position === DEFAULT_STAGES.length - 1,
    position,
  }));
  const made = await tx.insertInto('pipeline_stages').values(stages).returning(['id', 'name', 'won']).execute();
  const won = made.find((stage) => stage.won)?.id ?? null;
  const sent = made.find(({ name: stage }) => stage === SENT_STAGE)?.id ?? null;
  await tx
    .updateTable('pipelines')
    .set({ sent_stage_id: sent, accepted_stage_id: won, paid_stage_id: won })
    .where('company_id', '=', companyId)
    .where('id', '=', row.id)
    .execute();
  return toPipelineView(row, await listStages(tx, companyId, { orgId, pipelineId: row.id }));
}

export const PIPELINE_COLUMNS = ['id', 'org_id', 'name', 'created_at'] as const;

export interface PipelineRow {
  id: PipelineId;
  org_id: OrganizationId;
  name: string;
  created_at: Date;
}

/** Converts a pipeline to its view. `stages` must be in order. */
export const toPipelineView = (
  { id, org_id, name, created_at }: PipelineRow,
  stages: readonly Stage[],
): PipelineView => ({
  id,
  orgId: org_id,
  name,
  stages: stages.map((stage) => ({ id: stage.id, name: stage.name, won: stage.won, follows: stage.follows })),
  createdAt: created_at.toISOString(),
});
