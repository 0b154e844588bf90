import type { PipelineCreateInput, PipelineView } from '#shared/features/crm/crm.schema.ts';
import { DEFAULT_STAGES, MAX_PIPELINES, SENT_STAGE } from '#shared/features/crm/crm.limits.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, OrganizationId, PipelineId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockOrganization, requireOrganization } from './organizations.ts';
import { listStages, type Stage } from './stages.repository.ts';

type CrmDeps = Pick<Deps, 'db' | 'clock'>;

/** An organization's pipelines with their stages, oldest first (spec, section 7). Throws NOT_FOUND. */
export const listPipelines = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  orgId: OrganizationId,
): Promise<PipelineView[]> =>
  inCompany(db, companyId, async (tx) => {
    await requireOrganization(tx, companyId, orgId);
    const rows = await tx
      .selectFrom('pipelines')
      .select(PIPELINE_COLUMNS)
      .where('company_id', '=', companyId)
      .where('org_id', '=', orgId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const stages = await listStages(tx, companyId, { orgId });
    return rows.map((row) =>
      toPipelineView(
        row,
        stages.filter((stage) => stage.pipeline_id === row.id),
      ),
    );
  });

/** Creates a pipeline with the default stages. Throws NOT_FOUND, and CONFLICT at the maximum. */
export const createPipeline = (
  { db, clock }: CrmDeps,
  companyId: CompanyId,
  { orgId, name }: PipelineCreateInput,
): Promise<PipelineView> =>
  inCompany(db, companyId, async (tx) => {
    await lockOrganization(tx, companyId, orgId);
    const { count } = await tx
      .selectFrom('pipelines')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_PIPELINES)
      throw new AppError(`This organization has reached the limit of ${MAX_PIPELINES} pipelines`, 'CONFLICT');
    return insertPipeline(tx, { companyId, orgId, name, at: clock.now() });
  });

/** Deletes a pipeline with its deals. Leads are kept. Throws NOT_FOUND. */
export const deletePipeline = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, pipelineId: PipelineId): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const { org_id: orgId } = await findPipeline(tx, companyId, pipelineId);
    await lockOrganization(tx, companyId, orgId);
    await tx.deleteFrom('pipelines').where('company_id', '=', companyId).where('id', '=', pipelineId).execute();
  });

/**
 * A new pipeline with the default stages, in the caller's transaction, which holds the organization's lock. Sent
 * estimates lead to SENT_STAGE, and signed and paid ones to the last stage.
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

/** Throws NOT_FOUND. */
export async function findPipeline(tx: CompanyTx, companyId: CompanyId, pipelineId: PipelineId): Promise<PipelineRow> {
  const row = await tx
    .selectFrom('pipelines')
    .select(PIPELINE_COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', pipelineId)
    .executeTakeFirst();
  if (!row) throw notFound('This pipeline');
  return row;
}

export const PIPELINE_COLUMNS = ['id', 'org_id', 'name', 'created_at'] as const;

export interface PipelineRow {
  id: PipelineId;
  org_id: OrganizationId;
  name: string;
  created_at: Date;
}

/** Converts a pipeline. `stages` are in order. */
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
