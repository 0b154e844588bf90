import type { DealCreateInput, DealUpdateInput, DealView } from '#shared/features/crm/crm.schema.ts';
import { FIRST_PIPELINE, MAX_DEALS } from '#shared/features/crm/crm.limits.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, DealId, LeadId, OrganizationId, PipelineId, StageId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { refuseHeld } from '../leads/held-leads.ts';
import { findPosition } from './deal-order.ts';
import { lockOrganization } from './organizations.ts';
import { insertPipeline } from './pipelines.ts';
import { getDealView } from './read-deals.ts';
import { listStages } from './stages.repository.ts';

type CrmDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Creates a deal on top of its stage. Throws NOT_FOUND for a missing organization, stage or lead, and CONFLICT at the
 * organization's maximum or for a held lead.
 */
export const createDeal = (
  { db, clock }: CrmDeps,
  companyId: CompanyId,
  { orgId, title, amountCents, stageId, leadId, note }: DealCreateInput,
): Promise<DealView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    await lockOrganization(tx, companyId, orgId);
    await refuseTooMany(tx, orgId);
    if (leadId) await requireLead(tx, companyId, leadId);
    const stage = await stageFor(tx, { companyId, orgId, stageId, at });
    const { id } = await tx
      .insertInto('deals')
      .values({
        company_id: companyId,
        org_id: orgId,
        pipeline_id: stage.pipelineId,
        stage_id: stage.stageId,
        title,
        amount_cents: amountCents ?? null,
        note: note ?? '',
        position: await findPosition(tx, { companyId, stageId: stage.stageId }),
        lead_id: leadId ?? null,
        stage_since: at,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return getDealView(tx, companyId, id);
  });

/** Changes the given fields. Throws NOT_FOUND for the deal and for the lead, CONFLICT for a held one. */
export const updateDeal = (
  { db, clock }: CrmDeps,
  companyId: CompanyId,
  { dealId, title, amountCents, leadId, note, lost }: DealUpdateInput,
): Promise<DealView> =>
  inCompany(db, companyId, async (tx) => {
    const before = await getDealView(tx, companyId, dealId);
    if (leadId) await requireLead(tx, companyId, leadId);
    const lostAt = lost === true && before.lostAt === null ? clock.now() : lost === false ? null : undefined;
    await tx
      .updateTable('deals')
      .set({
        // updates at least one column even if no field is given
        title: title ?? before.title,
        amount_cents: amountCents,
        lead_id: leadId,
        note,
        lost_at: lostAt,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', dealId)
      .execute();
    return getDealView(tx, companyId, dealId);
  });

/** Deletes a deal. Its lead is kept. Throws NOT_FOUND. */
export const deleteDeal = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, dealId: DealId): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('deals')
      .where('company_id', '=', companyId)
      .where('id', '=', dealId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('This deal');
  });

async function refuseTooMany(tx: CompanyTx, orgId: OrganizationId): Promise<void> {
  const { count } = await tx
    .selectFrom('deals')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_DEALS)
    throw new AppError(
      `This organization has reached the limit of ${MAX_DEALS.toLocaleString('en-US')} deals. Delete old ones, or create another organization`,
      'CONFLICT',
    );
}

async function requireLead(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<void> {
  const row = await tx
    .selectFrom('leads')
    .select('held_at')
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!row) throw notFound('This lead');
  refuseHeld(row);
}

/**
 * The requested stage; otherwise the first stage of the organization's first pipeline, which is created if it is
 * missing.
 */
async function stageFor(
  tx: CompanyTx,
  {
    companyId,
    orgId,
    stageId,
    at,
  }: { companyId: CompanyId; orgId: OrganizationId; stageId?: StageId | undefined; at: Date },
): Promise<{ stageId: StageId; pipelineId: PipelineId }> {
  const stages = await listStages(tx, companyId, { orgId });
  const found = stageId === undefined ? stages[0] : stages.find((stage) => stage.id === stageId);
  if (found) return { stageId: found.id, pipelineId: found.pipeline_id };
  if (stageId !== undefined) throw notFound('This stage');
  const { id, stages: made } = await insertPipeline(tx, { companyId, orgId, name: FIRST_PIPELINE, at });
  const first = made[0];
  if (!first) throw new Error('a pipeline was made without stages');
  return { stageId: first.id, pipelineId: id };
}
