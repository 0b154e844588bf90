import type { CrmRulesView } from '#shared/features/crm/crm-rules.schema.ts';
import { FIRST_PIPELINE, MAX_DEALS, MAX_TITLE } from '#shared/features/crm/crm.limits.ts';
import type { CompanyId, OrganizationId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { noteDeals } from './note-deals.ts';
import { findPosition } from './deal-order.ts';
import type { EstimateEvent } from './following-deal.ts';
import { lockIfThere } from './lock-organization.ts';
import { insertPipeline } from './new-pipeline.ts';
import { listStages, type Stage } from './stages.repository.ts';
import { countDeals } from './count-deals.ts';

/**
 * Creates a deal when an estimate is sent to a lead. The deal gets the lead's name, the estimate's total and the lead's
 * assignee. Doesn't create a deal if the company doesn't have an organization, or if the organization already has the
 * maximum number of deals.
 */
export async function makeDealOf(tx: CompanyTx, event: EstimateEvent, rules: CrmRulesView): Promise<void> {
  const { companyId, leadId, estimateId, totalCents, at } = event;
  const orgId = await organizationFor(tx, companyId, rules);
  if (orgId === undefined || (await countDeals(tx, orgId)) >= MAX_DEALS) return;
  const stage = await stageFor(tx, { companyId, orgId, at }, rules);
  const { name, assigned_to: ownerId } = await tx
    .selectFrom('leads')
    .select(['name', 'assigned_to'])
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  const { id: dealId } = await tx
    .insertInto('deals')
    .values({
      company_id: companyId,
      org_id: orgId,
      pipeline_id: stage.pipeline_id,
      stage_id: stage.id,
      title: name.slice(0, MAX_TITLE).trim(),
      amount_cents: totalCents,
      amount_from_estimate: true,
      position: await findPosition(tx, { companyId, stageId: stage.id }),
      lead_id: leadId,
      owner_id: ownerId,
      estimate_id: estimateId,
      stage_since: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const created = { dealId, kind: 'created' as const, became: stage.name, rule: 'sent' as const, estimateId };
  await noteDeals(tx, { companyId, at }, [created]);
}

/**
 * Locks the organization that new deals belong to: the organization whose pipeline is chosen in the rules or, if none
 * is chosen, the oldest organization.
 */
async function organizationFor(
  tx: CompanyTx,
  companyId: CompanyId,
  { pipelineId }: CrmRulesView,
): Promise<OrganizationId | undefined> {
  const row = await tx
    .selectFrom('organizations')
    .select('organizations.id')
    .where('organizations.company_id', '=', companyId)
    .$if(pipelineId !== null, (query) =>
      query
        .innerJoin('pipelines', 'pipelines.org_id', 'organizations.id')
        .where('pipelines.id', '=', pipelineId as NonNullable<typeof pipelineId>),
    )
    .orderBy('organizations.created_at')
    .orderBy('organizations.id')
    .limit(1)
    .executeTakeFirst();
  return row && (await lockIfThere(tx, companyId, row.id)) ? row.id : undefined;
}

/**
 * Returns the stage for a new deal: the pipeline's stage for sent estimates or, if there's none or that rule is off,
 * the pipeline's first stage. Creates a pipeline if there isn't one.
 */
async function stageFor(
  tx: CompanyTx,
  { companyId, orgId, at }: { companyId: CompanyId; orgId: OrganizationId; at: Date },
  { pipelineId, followSent }: CrmRulesView,
): Promise<Stage> {
  const all = await listStages(tx, companyId, { orgId });
  const first = all.find(({ pipeline_id }) => pipelineId === null || pipeline_id === pipelineId) ?? all[0];
  const intoPipeline =
    first?.pipeline_id ?? (await insertPipeline(tx, { companyId, orgId, name: FIRST_PIPELINE, at })).id;
  const stages = await listStages(tx, companyId, { orgId, pipelineId: intoPipeline });
  const stage = (followSent && stages.find(({ follows }) => follows.includes('sent'))) || stages[0];
  if (!stage) throw new Error('a pipeline has no stages');
  return stage;
}
