import type { PipelineCreateInput, PipelineView } from '#shared/features/crm/crm.schema.ts';
import { MAX_PIPELINES } from '#shared/features/crm/crm.limits.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, OrganizationId, PipelineId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockOrganization } from '../deals/lock-organization.ts';
import { insertPipeline, PIPELINE_COLUMNS, type PipelineRow, toPipelineView } from '../deals/new-pipeline.ts';
import { listStages } from '../deals/stages.repository.ts';
import { requireOrganization } from './organizations.ts';

type CrmDeps = Pick<Deps, 'db' | 'clock'>;

/** Lists an organization's pipelines with their stages, oldest first (spec, section 7). Throws NOT_FOUND. */
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

/**
 * Creates a pipeline with the default stages. Throws NOT_FOUND, or CONFLICT if the organization already has the maximum
 * number.
 */
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
      throw new AppError(
        `This organization has reached the limit of ${MAX_PIPELINES} pipelines. Delete one first`,
        'CONFLICT',
      );
    return insertPipeline(tx, { companyId, orgId, name, at: clock.now() });
  });

/** Deletes a pipeline with its deals. Leads are kept. Throws NOT_FOUND. */
export const deletePipeline = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, pipelineId: PipelineId): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const { org_id: orgId } = await findPipeline(tx, companyId, pipelineId);
    await lockOrganization(tx, companyId, orgId);
    await tx.deleteFrom('pipelines').where('company_id', '=', companyId).where('id', '=', pipelineId).execute();
  });

/** Finds one of the company's pipelines. Throws NOT_FOUND. */
export async function findPipeline(tx: CompanyTx, companyId: CompanyId, pipelineId: PipelineId): Promise<PipelineRow> {
  const row = await tx
    .selectFrom('pipelines')
    .select(PIPELINE_COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', pipelineId)
    .executeTakeFirst();
  if (!row) throw notFound('this pipeline');
  return row;
}
