import { roleMay } from '#shared/features/team/roles.rules.ts';
import type { DealCreateInput, DealView } from '#shared/features/crm/crm.schema.ts';
import { FIRST_PIPELINE, MAX_DEALS } from '#shared/features/crm/crm.limits.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, DealId, LeadId, OrganizationId, StageId, UserId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { memberIn } from '../../platform/db/requester.ts';
import { asWholeCompany } from '../../platform/db/whole-company.ts';
import type { Deps } from '../../platform/deps.ts';
import { refuseHeld } from '../leads/held-leads.ts';
import { holdLeads } from '../lead-rows/lock-leads.ts';
import { leadCents } from '../lead-rows/lead-price.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { countDeals } from '../deals/count-deals.ts';
import { noteDeals } from '../deals/note-deals.ts';
import { findPosition } from '../deals/deal-order.ts';
import { lockOrganization } from '../deals/lock-organization.ts';
import { insertPipeline } from '../deals/new-pipeline.ts';
import { getDealView } from './read-deals.ts';
import { listStages, type Stage } from '../deals/stages.repository.ts';

/**
 * Creates a deal at the top of its stage. If no owner is given, the lead's assignee becomes the owner. If the lead
 * doesn't have an assignee, the creator becomes the owner, but only if they're a member with the sales role. Throws
 * NOT_FOUND if the organization, stage or lead doesn't exist. Throws CONFLICT if the organization already has the
 * maximum number of deals or the lead is waiting for review. Also throws the errors of `requireOwner`.
 */
export const createDeal = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  { orgId, title, amountCents, stageId, leadId, note, expectedClose, ownerId }: DealCreateInput,
): Promise<DealView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const lead = leadId ? await requireLead(tx, companyId, leadId) : null;
    await lockOrganization(tx, companyId, orgId);
    await refuseTooMany(tx, companyId, orgId);
    if (ownerId) await requireOwner(tx, companyId, ownerId);
    const stage = await stageFor(tx, { companyId, orgId, stageId, at });
    const price = leadId ? await priceOf(tx, leadId, at) : null;
    const { id } = await tx
      .insertInto('deals')
      .values({
        company_id: companyId,
        org_id: orgId,
        pipeline_id: stage.pipeline_id,
        stage_id: stage.id,
        title,
        amount_cents: amountCents ?? null,
        // An amount that equals the lead's price follows it from then on.
        amount_from_estimate: price !== null && amountCents === price,
        note: note ?? '',
        position: await findPosition(tx, { companyId, stageId: stage.id }),
        lead_id: leadId ?? null,
        owner_id: ownerId === undefined ? (lead?.assigned_to ?? null) : ownerId,
        expected_close: expectedClose ?? null,
        stage_since: at,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await noteDeals(tx, { companyId, at }, [{ dealId: id, kind: 'created', became: stage.name }]);
    return getDealView(tx, { companyId, dealId: id, at });
  });

/** Deletes a deal. Its lead is kept. Throws NOT_FOUND. */
export const deleteDeal = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, dealId: DealId): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('deals')
      .where('company_id', '=', companyId)
      .where('id', '=', dealId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('this deal');
  });

const priceOf = async (tx: CompanyTx, leadId: LeadId, at: Date): Promise<number | null> => {
  const row = await tx
    .selectFrom('leads')
    .select(leadCents('leads', at).as('cents'))
    .where('id', '=', leadId)
    .executeTakeFirst();
  return row?.cents ?? null;
};

async function refuseTooMany(tx: CompanyTx, companyId: CompanyId, orgId: OrganizationId): Promise<void> {
  if ((await asWholeCompany(tx, companyId, () => countDeals(tx, orgId))) >= MAX_DEALS)
    throw new AppError(
      `This organization has reached the limit of ${MAX_DEALS.toLocaleString('en-US')} deals. Delete old ones, or create another organization`,
      'CONFLICT',
    );
}

/**
 * Locks a deal's lead. Must be called before locking the organization. Throws NOT_FOUND, or CONFLICT if the lead is
 * waiting for review.
 */
export async function requireLead(
  tx: CompanyTx,
  companyId: CompanyId,
  leadId: LeadId,
): Promise<Pick<LeadRow, 'assigned_to'>> {
  const row = await holdLeads(tx, companyId)
    .select(['held_at', 'erased_at', 'assigned_to'])
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!row) throw notFound('this lead');
  refuseHeld(row);
  return row;
}

/**
 * Throws VALIDATION_FAILED if the owner isn't a member or is only a viewer. Throws FORBIDDEN if a member with the sales
 * role assigns a deal to someone else.
 */
export async function requireOwner(tx: CompanyTx, companyId: CompanyId, ownerId: UserId): Promise<void> {
  const by = memberIn(companyId);
  if (by?.role === 'sales' && ownerId !== by.userId)
    throw new AppError('Only owners and managers can reassign a deal', 'FORBIDDEN');
  const member = await tx
    .selectFrom('company_members')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', ownerId)
    .executeTakeFirst();
  if (!member) throw invalid({ ownerId: 'This person isn’t a member of your team. Choose someone who is' });
  if (!roleMay(member.role, 'work'))
    throw invalid({ ownerId: 'You can’t assign deals to a viewer. Choose someone else' });
}

interface Asked {
  companyId: CompanyId;
  orgId: OrganizationId;
  stageId?: StageId | undefined;
  at: Date;
}

/**
 * Returns the requested stage. If no stage was requested, returns the first stage of the organization's first pipeline.
 * If the organization doesn't have a pipeline, creates one. Throws NOT_FOUND.
 */
async function stageFor(tx: CompanyTx, { companyId, orgId, stageId, at }: Asked): Promise<Stage> {
  const stages = await listStages(tx, companyId, { orgId });
  const found = stageId === undefined ? stages[0] : stages.find((stage) => stage.id === stageId);
  if (found) return found;
  if (stageId !== undefined) throw notFound('this stage');
  const { id: pipelineId } = await insertPipeline(tx, { companyId, orgId, name: FIRST_PIPELINE, at });
  const [first] = await listStages(tx, companyId, { orgId, pipelineId });
  if (!first) throw new Error('a pipeline was made without stages');
  return first;
}
