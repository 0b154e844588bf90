import { sql } from 'kysely';
import type { DealEventKind } from '#shared/features/crm/deal-history.schema.ts';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import type { CompanyId, DealId, EstimateId, LeadId, UserId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { memberIn } from '../../platform/db/requester.ts';

/** One entry in a deal's history (`dealEventView`). */
export interface DealChange {
  dealId: DealId;
  kind: DealEventKind;
  was?: string | null | undefined;
  became?: string | null | undefined;
  rule?: DealRule;
  estimateId?: EstimateId;
}

interface Noted {
  companyId: CompanyId;
  at: Date;
}

/**
 * Adds changes to the deals' history, together with the member who made the request. Returns the number of changes
 * added. If a rule made a change, the change is added only once per estimate.
 */
export async function noteDeals(
  tx: CompanyTx,
  { companyId, at }: Noted,
  changes: readonly DealChange[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const member = memberIn(companyId);
  const rows = changes.map(({ dealId, kind, was, became, rule, estimateId }) => ({
    company_id: companyId,
    deal_id: dealId,
    kind,
    at,
    was: was ?? null,
    became: became ?? null,
    rule: rule ?? null,
    estimate_id: estimateId ?? null,
    by_user_id: member?.userId ?? null,
    by_name: member?.name ?? null,
  }));
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('deal_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(added ?? 0);
}

/** Returns a member's name for the history, or null if `userId` is null. */
export async function memberName(tx: CompanyTx, userId: UserId | null): Promise<string | null> {
  if (userId === null) return null;
  const { rows } = await sql<{ name: string | null }>`select member_name(${userId}) as name`.execute(tx);
  return rows[0]?.name ?? null;
}

interface HandOver extends Noted {
  from: UserId;
  to: UserId | null;
  /** If set, only this lead's deals are reassigned. */
  leadId?: LeadId;
}

/**
 * Reassigns one member's deals to another member or to no one. With `leadId`, reassigns only that lead's deals, so that
 * they follow the lead's new assignee.
 */
export async function handOverDeals(tx: CompanyTx, { companyId, from, to, leadId, at }: HandOver): Promise<void> {
  const deals = await tx
    .updateTable('deals')
    .set({ owner_id: to })
    .where('company_id', '=', companyId)
    .where('owner_id', '=', from)
    .$if(leadId !== undefined, (query) => query.where('lead_id', '=', leadId as LeadId))
    .returning('id')
    .execute();
  const change = { kind: 'owner' as const, was: await memberName(tx, from), became: await memberName(tx, to) };
  await noteDeals(
    tx,
    { companyId, at },
    deals.map(({ id }) => ({ dealId: id, ...change })),
  );
}
