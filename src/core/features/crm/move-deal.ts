import type { DealMoveInput, DealView } from '#shared/features/crm/crm.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { findPosition } from './deal-order.ts';
import { lockOrganization } from './organizations.ts';
import { getDealView, organizationOfDeal } from './read-deals.ts';
import { listStages } from './stages.repository.ts';

/**
 * Moves a deal within its organization's stages (`dealMoveInput`). Moves in one organization run one after the other:
 * the last one wins, and everyone sees the same order. Throws NOT_FOUND.
 */
export const moveDeal = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  { dealId, stageId, before, since }: DealMoveInput,
): Promise<DealView> =>
  inCompany(db, companyId, async (tx) => {
    const orgId = await organizationOfDeal(tx, companyId, dealId);
    await lockOrganization(tx, companyId, orgId);
    const deal = await getDealView(tx, companyId, dealId);
    const stage = (await listStages(tx, companyId, { orgId })).find(({ id }) => id === stageId);
    if (!stage) throw notFound('This stage');
    const position = await findPosition(tx, { companyId, stageId, dealId, before });
    const came = since ? within(new Date(since), new Date(deal.createdAt), clock.now()) : clock.now();
    await tx
      .updateTable('deals')
      .set({
        stage_id: stageId,
        pipeline_id: stage.pipeline_id,
        position,
        lost_at: null,
        ...((stageId !== deal.stageId || since !== undefined) && { stage_since: came }),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', dealId)
      .execute();
    return getDealView(tx, companyId, dealId);
  });

const within = (at: Date, earliest: Date, latest: Date): Date => (at < earliest ? earliest : at > latest ? latest : at);
