import type { CompanyId, OrganizationId, PipelineId, StageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

export interface Stage {
  id: StageId;
  pipeline_id: PipelineId;
  name: string;
  won: boolean;
}

/** The stages of an organization's pipelines (oldest first), or of one pipeline, in order. */
export const listStages = (
  tx: CompanyTx,
  companyId: CompanyId,
  { orgId, pipelineId }: { orgId: OrganizationId; pipelineId?: PipelineId },
): Promise<Stage[]> =>
  tx
    .selectFrom('pipeline_stages as stage')
    .innerJoin('pipelines', 'pipelines.id', 'stage.pipeline_id')
    .select(['stage.id', 'stage.pipeline_id', 'stage.name', 'stage.won'])
    .where('stage.company_id', '=', companyId)
    .where('stage.org_id', '=', orgId)
    .$if(pipelineId !== undefined, (query) => query.where('stage.pipeline_id', '=', pipelineId as PipelineId))
    .orderBy('pipelines.created_at')
    .orderBy('pipelines.id')
    .orderBy('stage.position')
    .execute();
