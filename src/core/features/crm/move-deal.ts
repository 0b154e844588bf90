import type { DealMoveInput, DealView } from '#shared/features/crm/crm.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { noteDeals } from '../deals/note-deals.ts';
import { findPosition } from '../deals/deal-order.ts';
import { lockOrganization } from '../deals/lock-organization.ts';
import { getDealView, organizationOfDeal } from './read-deals.ts';
import { listStages, type Stage } from '../deals/stages.repository.ts';

/**
 * Moves a deal within its organization's stages (`dealMoveInput`). Moves within an organization run one at a time. The
 * last move wins, and all users see the same order. Throws NOT_FOUND.
 */
export const moveDeal = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  { dealId, stageId, before, since }: DealMoveInput,
): Promise<DealView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const orgId = await organizationOfDeal(tx, companyId, dealId);
    await lockOrganization(tx, companyId, orgId);
    const deal = await getDealView(tx, { companyId, dealId, at });
    const stages = await listStages(tx, companyId, { orgId });
    const stage = stages.find(({ id }) => id === stageId);
    if (!stage) throw notFound('this stage');
    const position = await findPosition(tx, { companyId, stageId, dealId, before });
    const came = since ? within(new Date(since), new Date(deal.createdAt), at) : at;
    const isMoved = stageId !== deal.stageId || deal.lostAt !== null;
    await tx
      .updateTable('deals')
      .set({
        stage_id: stageId,
        pipeline_id: stage.pipeline_id,
        position,
        lost_at: null,
        lost_reason: null,
        ...(isMoved && { moved_at: at }),
        ...((stageId !== deal.stageId || since !== undefined) && { stage_since: came }),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', dealId)
      .execute();
    const from = stages.find(({ id }) => id === deal.stageId);
    const kind = deal.lostAt === null ? ('moved' as const) : ('reopened' as const);
    if (from && isMoved) await noteDeals(tx, { companyId, at }, [{ dealId, kind, ...namesOf(from, stage) }]);
    return getDealView(tx, { companyId, dealId, at });
  });

/**
 * Returns the names of both stages for the history. Includes pipeline names if the stages are in different pipelines.
 */
const namesOf = (from: Stage, to: Stage): { was: string; became: string } => {
  const name = (stage: Stage) =>
    from.pipeline_id === to.pipeline_id ? stage.name : `${stage.pipeline}: ${stage.name}`;
  return { was: name(from), became: name(to) };
};

const within = (at: Date, earliest: Date, latest: Date): Date => (at < earliest ? earliest : at > latest ? latest : at);
