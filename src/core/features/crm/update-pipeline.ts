import { sql } from 'kysely';
import type { PipelineUpdateInput, PipelineView } from '#shared/features/crm/crm.schema.ts';
import type { CompanyId, OrganizationId, PipelineId, StageId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { GAP } from './deal-order.ts';
import { lockOrganization } from './organizations.ts';
import { findPipeline, toPipelineView } from './pipelines.ts';
import { planStages, type StagePlan } from './plan-stages.ts';
import { listStages } from './stages.repository.ts';

interface Place {
  companyId: CompanyId;
  orgId: OrganizationId;
  pipelineId: PipelineId;
  at: Date;
}

/**
 * Renames a pipeline; renames, adds, removes and orders its stages. Throws NOT_FOUND and the errors of `planStages`.
 */
export const updatePipeline = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  input: PipelineUpdateInput,
): Promise<PipelineView> =>
  inCompany(db, companyId, async (tx) => {
    const { pipelineId } = input;
    const { org_id: orgId } = await findPipeline(tx, companyId, pipelineId);
    await lockOrganization(tx, companyId, orgId);
    const before = await findPipeline(tx, companyId, pipelineId);
    if (input.name !== undefined && input.name !== before.name)
      await tx
        .updateTable('pipelines')
        .set({ name: input.name })
        .where('company_id', '=', companyId)
        .where('id', '=', pipelineId)
        .execute();
    if (input.stages ?? input.removeStages) {
      const plan = planStages(await listStages(tx, companyId, { orgId, pipelineId }), input);
      await changeStages(tx, { companyId, orgId, pipelineId, at: clock.now() }, plan);
    }
    const stages = await listStages(tx, companyId, { orgId, pipelineId });
    return toPipelineView({ ...before, name: input.name ?? before.name }, stages);
  });

async function changeStages(tx: CompanyTx, place: Place, { stages, removed }: StagePlan): Promise<void> {
  const ids: StageId[] = [];
  for (const [position, { id, name, won }] of stages.entries())
    ids.push(
      id ? await setStage(tx, place, { id, name, position }) : await addStage(tx, place, { name, won, position }),
    );
  for (const { id, into } of removed) {
    const target = ids[into];
    if (target) await moveAll(tx, place, { from: id, to: target });
    await tx.deleteFrom('pipeline_stages').where('company_id', '=', place.companyId).where('id', '=', id).execute();
  }
}

async function setStage(
  tx: CompanyTx,
  { companyId }: Place,
  { id, name, position }: { id: StageId; name: string; position: number },
): Promise<StageId> {
  await tx
    .updateTable('pipeline_stages')
    .set({ name, position })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  return id;
}

async function addStage(
  tx: CompanyTx,
  { companyId, orgId, pipelineId }: Place,
  { name, won, position }: { name: string; won: boolean; position: number },
): Promise<StageId> {
  const { id } = await tx
    .insertInto('pipeline_stages')
    .values({ company_id: companyId, org_id: orgId, pipeline_id: pipelineId, name, won, position })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Moves all deals of one stage to the end of another, in order. */
const moveAll = (tx: CompanyTx, { companyId, at }: Place, { from, to }: { from: StageId; to: StageId }) =>
  sql`
    update deals set stage_id = ${to}, stage_since = ${at}, position = placed.position
    from (
      select id, coalesce((select max(position) from deals where stage_id = ${to}), 0)
        + ${GAP} * row_number() over (order by position) as position
      from deals where company_id = ${companyId} and stage_id = ${from}
    ) placed
    where deals.company_id = ${companyId} and deals.id = placed.id`.execute(tx);
