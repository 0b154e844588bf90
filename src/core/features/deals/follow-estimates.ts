import type { CrmRulesView } from '#shared/features/crm/crm-rules.schema.ts';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { CompanyId, DealId, StageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asWholeCompany } from '../../platform/db/whole-company.ts';
import { readCrmRules } from './read-rules.ts';
import { noteDeals } from './note-deals.ts';
import { findPosition } from './deal-order.ts';
import { makeDealOf } from './make-deal.ts';
import { type EstimateEvent, type FollowingDeal, findDealOf, lockDealOf } from './following-deal.ts';
import { listStages, type Stage } from './stages.repository.ts';

const isOn = (rules: CrmRulesView, rule: DealRule): boolean =>
  ({ sent: rules.followSent, accepted: rules.followAccepted, paid: rules.followPaid })[rule];

/**
 * Applies an estimate's event to the lead's deal, according to the company's rules. Called in the event's transaction.
 * Updates the deal's amount and moves the deal to the event's stage. A lost deal is reopened. Each event moves a deal
 * at most once and never backward. An event never undoes a change that a person made after it. If an estimate is sent
 * to a lead without a deal, creates a deal, unless the company has no organization or the organization already has the
 * maximum number of deals.
 */
export const followEstimate = (tx: CompanyTx, event: EstimateEvent): Promise<void> =>
  asWholeCompany(tx, event.companyId, async () => {
    const rules = await readCrmRules(tx, event.companyId);
    const isFollowed = isOn(rules, event.rule);
    const found = await findDealOf(tx, event);
    if (!found) {
      if (event.rule === 'sent' && rules.makeDeal) await makeDealOf(tx, event, rules);
      return;
    }
    const deal = await lockDealOf(tx, event.companyId, found);
    if (!deal) return;
    await followAmount(tx, event, deal);
    if (isFollowed && !(deal.movedAt !== null && deal.movedAt > event.at)) await followStage(tx, event, deal);
  });

/** Sets the deal's amount to the estimate's total, unless a person has entered an amount. */
async function followAmount(tx: CompanyTx, event: EstimateEvent, deal: FollowingDeal): Promise<void> {
  const { companyId, totalCents, estimateId, rule, at } = event;
  if (totalCents === null) return;
  const follows = deal.amountFromEstimate && totalCents !== deal.amountCents;
  await rowOf(tx, companyId, deal.id)
    .set({ estimate_id: estimateId, ...(follows && { amount_cents: totalCents }) })
    .execute();
  if (!follows) return;
  const was = deal.amountCents === null ? null : formatCents(deal.amountCents);
  const change = { dealId: deal.id, kind: 'amount' as const, was, became: formatCents(totalCents), rule, estimateId };
  await noteDeals(tx, { companyId, at }, [change]);
}

async function followStage(tx: CompanyTx, event: EstimateEvent, deal: FollowingDeal): Promise<void> {
  const { companyId, rule, estimateId, at } = event;
  const stages = await listStages(tx, companyId, { orgId: deal.orgId, pipelineId: deal.pipelineId });
  const now = stages.findIndex(({ id }) => id === deal.stageId);
  const next = stages.findIndex(({ follows }) => follows.includes(rule));
  if (next < 0 || (next <= now && !deal.lost)) return;
  const [from, to] = [stages[now], stages[Math.max(now, next)]];
  if (!from || !to) return;
  const kind = deal.lost ? ('reopened' as const) : ('moved' as const);
  const change = { dealId: deal.id, kind, was: from.name, became: to.name, rule, estimateId };
  if ((await noteDeals(tx, { companyId, at }, [change])) === 0) return;
  await place(tx, { companyId, dealId: deal.id, from, to, at });
}

interface Placing {
  companyId: CompanyId;
  dealId: DealId;
  from: Stage;
  to: Stage;
  at: Date;
}

async function place(tx: CompanyTx, { companyId, dealId, from, to, at }: Placing): Promise<void> {
  const stageId: StageId = to.id;
  const moves = to.id !== from.id;
  const position = moves ? await findPosition(tx, { companyId, stageId, dealId }) : undefined;
  await rowOf(tx, companyId, dealId)
    .set({ lost_at: null, lost_reason: null, ...(moves && { stage_id: stageId, stage_since: at, position }) })
    .execute();
}

const rowOf = (tx: CompanyTx, companyId: CompanyId, dealId: DealId) =>
  tx.updateTable('deals').where('company_id', '=', companyId).where('id', '=', dealId);
