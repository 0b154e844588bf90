import { sql } from 'kysely';
import { ANSWER_EVENTS, awaitedAfter } from '#shared/features/leads/answers.rules.ts';
import { readTimelineEvent } from '#shared/features/timeline/timeline.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { move } from '../messages/move-message.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { OWN_MAIL } from '../messages/registry.ts';
import { TYPED } from '../messages/registry.ts';
import { touchLead, waitAgain } from '../lead-rows/write-leads.ts';

/**
 * Cancels a typed message that's waiting to be sent. The lead then awaits an answer again, unless another message
 * answers the homeowner. Throws NOT_FOUND if there's no such message, and CONFLICT if the message has been sent or is
 * being sent.
 */
export const cancelTyped = (
  { db }: Pick<Deps, 'db'>,
  { companyId, messageId }: { companyId: CompanyId; messageId: string },
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const leadId = await findLead(tx, companyId, messageId);
    await lockLead(tx, companyId, leadId);
    const key = { rowId: messageId };
    const moved = await move(tx, key, { from: ['scheduled'], to: 'cancelled', reason: 'You canceled it' });
    if (moved === 'unchanged') throw new AppError('This message is already being sent', 'CONFLICT');
    await waitAsBefore(tx, companyId, leadId);
    await touchLead(tx, companyId, leadId);
  });

/** Marks the lead as awaiting an answer again, unless another message has answered the homeowner or is about to. */
async function waitAsBefore(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<void> {
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

async function findLead(tx: CompanyTx, companyId: CompanyId, messageId: string): Promise<LeadId> {
  const row = await tx
    .selectFrom('messages')
    .select('lead_id')
    .where('company_id', '=', companyId)
    .where('id', '=', messageId as never)
    .where('kind', '=', TYPED)
    .executeTakeFirst();
  if (!row?.lead_id) throw notFound('the message');
  return row.lead_id;
}
