import { sql } from 'kysely';
import { ANSWER_EVENTS, awaitedAfter } from '#shared/features/leads/answers.rules.ts';
import { readTimelineEvent } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { waitAgain } from '../lead-rows/write-leads.ts';
import { OWN_MAIL, TYPED } from './registry.ts';

/**
 * Marks the lead as awaiting an answer again after an answer was taken back, unless another event or message has
 * answered the homeowner or is about to. The caller must lock the lead.
 */
export async function waitAsBefore(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<void> {
  const last = await tx
    .selectFrom('timeline_events')
    .select(['kind', 'data', 'at'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('kind', 'in', ANSWER_EVENTS)
    .where(sql<boolean>`data ->> 'automatic' is null`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const awaited = last && awaitedAfter(readTimelineEvent(last));
  if (!awaited) return;
  const unless = sql<boolean>`
    exists (select from messages where lead_id = ${leadId} and kind = ${TYPED} and status = 'scheduled')
    or exists (select from messages where lead_id = ${leadId} and at >= ${last.at} and direction = 'out'
      and kind in (${TYPED}, ${OWN_MAIL}) and status <> 'failed')`;
  await waitAgain(tx, { companyId, leadId }, { awaited, since: last.at, unless });
}
