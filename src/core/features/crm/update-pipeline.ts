import { sql } from 'kysely';
import { DEAL_RULES } from '#shared/features/crm/deal-rules.ts';
import type { PipecreateClaimedQueuedateInput, PipelineView } from '#shared/features/crm/crm.schema.ts';
import type { CompanyId, OrganizationId, PipelineId, StageId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { noteDeals } from '../deals/note-deals.ts';
import { GAP } from '../deals/deal-order.ts';
import { lockOrganization } from '../deals/lock-organization.ts';
import { toPipelineView } from '../deals/new-pipeline.ts';
import { findPipeline } from './pipelines.ts';
import { planStages, type StagePlan } from './plan-stages.ts';
import { listStages, type Stage } from '../deals/stages.repository.ts';

interface Place {
  companyId: CompanyId;
  orgId: OrganizationId;
  pipelineId: PipelineId;
  at: Date;
}

/**
 * Renames a pipeline, changes its stages (names, order, additions, removals), and sets the stages that estimates move
 * deals to. Throws NOT_FOUND and the errors of `planStages`.
 */
export const updatePipeline = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  input: PipecreateClaimedQueuedateInput,
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
      const stages = await listStages(tx, companyId, { orgId, pipelineId });
      const plan = planStages(stages, input);
      await changeStages(tx, { companyId, orgId, pipelineId, at: clock.now() }, { before: stages, plan });
    }
    const stages = await listStages(tx, companyId, { orgId, pipelineId });
    return toPipelineView({ ...before, name: input.name ?? before.name }, stages);
  });

interface StageChange {
  before: readonly Stage[];
  plan: StagePlan;
}

async function changeStages(tx: CompanyTx, place: Place, { before, plan }: StageChange): Promise<void> {
  const { stages, removed } = plan;
  const ids: StageId[] = [];
  for (const [position, { id, name, won }] of stages.entries())
    ids.push(
      id ? await setStage(tx, place, { id, name, position }) : await addStage(tx, place, { name, won, position }),
    );
  for (const { id, into } of removed) {
    const target = ids[into];
    if (target) {
      await noteMoves(tx, place, { from: id, to: target });
      await moveAll(tx, place, { from: id, to: target });
    }
    await tx.deleteFrom('pipeline_stages').where('company_id', '=', place.companyId).where('id', '=', id).execute();
  }
  await setFollowed(tx, place, { before, stages, ids });
}

interface Followed {
  before: readonly Stage[];
  stages: StagePlan['stages'];
  /** The ids of the items in `stages`, in the same order. */
  ids: readonly StageId[];
}

/** Stores the stages that estimate events move deals to, if `stages` changes them. */
async function setFollowed(tx: CompanyTx, place: Place, { before, stages, ids }: Followed): Promise<void> {
  const change: Partial<Record<(typeof COLUMN)[keyof typeof COLUMN], StageId | null>> = {};
  for (const rule of DEAL_RULES) {
    const named = stages.findIndex(({ follows }) => follows?.includes(rule));
    const was = before.find(({ follows }) => follows.includes(rule))?.id;
    const isTakenAway = stages.some(({ id, follows }) => id === was && follows !== undefined);
    if (named >= 0) change[COLUMN[rule]] = ids[named] ?? null;
    else if (isTakenAway) change[COLUMN[rule]] = null;
  }
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('pipelines')
    .set(change)
    .where('company_id', '=', place.companyId)
    .where('id', '=', place.pipelineId)
    .execute();
}

const COLUMN = { sent: 'sent_stage_id', accepted: 'accepted_stage_id', paid: 'paid_stage_id' } as const;

/** For each deal in a removed stage, records the new stage in the deal's history. */
async function noteMoves(tx: CompanyTx, place: Place, { from, to }: { from: StageId; to: StageId }): Promise<void> {
  const { companyId, orgId, pipelineId, at } = place;
  const names = new Map((await listStages(tx, companyId, { orgId, pipelineId })).map(({ id, name }) => [id, name]));
  const deals = await tx
    .selectFrom('deals')
    .select('id')
    .where('company_id', '=', companyId)
    .where('stage_id', '=', from)
    .execute();
  const change = { kind: 'moved' as const, was: names.get(from) ?? null, became: names.get(to) ?? null };
  await noteDeals(
    tx,
    { companyId, at },
    deals.map(({ id }) => ({ dealId: id, ...change })),
  );
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

/** Moves all deals in one stage to the end of another stage, in order. */
const moveAll = (tx: CompanyTx, { companyId, at }: Place, { from, to }: { from: StageId; to: StageId }) =>
  sql`
    update deals set stage_id = ${to}, stage_since = ${at}, position = placed.position
    from (
      select id, coalesce((select max(position) from deals where stage_id = ${to}), 0)
        + ${GAP} * row_number() over (order by position) as position
      from deals where company_id = ${companyId} and stage_id = ${from}
    ) placed
    where deals.company_id = ${companyId} and deals.id = placed.id`.execute(tx);
