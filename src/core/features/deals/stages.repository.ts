import { sql } from 'kysely';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import type { CompanyId, OrganizationId, PipelineId, StageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

export interface Stage {
  id: StageId;
  pipeline_id: PipelineId;
  /** The pipeline's name. */
  pipeline: string;
  name: string;
  won: boolean;
  /** The estimate events that move deals to this stage. */
  follows: DealRule[];
}

/** Lists the stages of one pipeline, or of all of an organization's pipelines, oldest pipeline first. */
export const listStages = (
  tx: CompanyTx,
  companyId: CompanyId,
  { orgId, pipelineId }: { orgId: OrganizationId; pipelineId?: PipelineId },
): Promise<Stage[]> =>
  tx
    .selectFrom('pipeline_stages as stage')
    .innerJoin('pipelines', 'pipelines.id', 'stage.pipeline_id')
    .select(['stage.id', 'stage.pipeline_id', 'pipelines.name as pipeline', 'stage.name', 'stage.won'])
    .select(
      sql<DealRule[]>`array_remove(array[
        case when pipelines.sent_stage_id = stage.id then 'sent' end,
        case when pipelines.accepted_stage_id = stage.id then 'accepted' end,
        case when pipelines.paid_stage_id = stage.id then 'paid' end], null)`.as('follows'),
    )
    .where('stage.company_id', '=', companyId)
    .where('stage.org_id', '=', orgId)
    .$if(pipelineId !== undefined, (query) => query.where('stage.pipeline_id', '=', pipelineId as PipelineId))
    .orderBy('pipelines.created_at')
    .orderBy('pipelines.id')
    .orderBy('stage.position')
    .execute();
