import { sql } from 'kysely';
import type { z } from 'zod';
import { CALL_OUTCOMES, isContact } from '#shared/features/leads/calls.rules.ts';
import type { callUndoInput } from '#shared/features/leads/lead-edits.schema.ts';
import { roleMay, type TeamRole } from '#shared/features/team/roles.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { changeLead, touchLead } from '../lead-rows/write-leads.ts';
import { isContact as isContactMessage } from '../messages/registry.ts';
import { waitAsBefore } from '../messages/wait-as-before.ts';
import { lockLeadRow } from './leads.repository.ts';

const CONTACTS = CALL_OUTCOMES.filter(isContact);

/**
 * Removes a logged call, for an hour after it was logged. What the call changed is derived again from what else was done
 * for the lead: whether it awaits an answer, and whether it's 'contacted'. Does nothing if the lead has no such call, so
 * that a second press is harmless. Throws NOT_FOUND if there's no such lead, FORBIDDEN if another member logged the call
 * and the requester isn't a manager or an owner, and CONFLICT after the hour.
 */
export const undoCall = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, userId, role }: { companyId: CompanyId; userId: UserId; role: TeamRole },
  { leadId, callId }: z.infer<typeof callUndoInput>,
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const lead = await lockLeadRow(tx, companyId, leadId);
    const call = await eventsOf(tx, companyId, leadId)
      .select(['at', sql<string | null>`data #>> '{by,userId}'`.as('by')])
      .where('id', '=', callId)
      .where(sql<boolean>`kind = 'note' and data ? 'call'`)
      .executeTakeFirst();
    if (!call) return;
    if (call.by !== userId && !roleMay(role, 'manage'))
      throw new AppError('Only the member who logged this call, an owner or a manager can remove it', 'FORBIDDEN');
    if (clock.now().getTime() - call.at.getTime() > HOUR)
      throw new AppError('A call can be removed only within an hour', 'CONFLICT');
    await deleteEvent(tx, companyId, callId);
    if (lead.status === 'contacted') await takeBackContacted(tx, { companyId, leadId, at: call.at });
    await waitAsBefore(tx, companyId, leadId);
    await touchLead(tx, companyId, leadId);
  });

const eventsOf = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId) =>
  tx.selectFrom('timeline_events').where('company_id', '=', companyId).where('lead_id', '=', leadId);

const deleteEvent = (tx: CompanyTx, companyId: CompanyId, id: string) =>
  tx
    .deleteFrom('timeline_events')
    .where('company_id', '=', companyId)
    .where('id', '=', id as never)
    .execute();

/** Makes the lead new again if the call at `at` made it 'contacted' and nothing else would have since. */
async function takeBackContacted(
  tx: CompanyTx,
  { companyId, leadId, at }: { companyId: CompanyId; leadId: LeadId; at: Date },
): Promise<void> {
  const events = eventsOf(tx, companyId, leadId);
  const moved = await events
    .select('id')
    .where('at', '=', at)
    .where(sql<boolean>`kind = 'status_changed' and data @> '{"from": "new", "to": "contacted"}'`)
    .executeTakeFirst();
  if (!moved) return;
  const other = await events
    .select('id')
    .where('at', '>=', at)
    .where(sql<boolean>`(kind = 'schedule_activated' or kind = 'note' and data ->> 'call' = any(${CONTACTS}::text[]))`)
    .limit(1)
    .executeTakeFirst();
  const sent = await tx
    .selectFrom('messages')
    .select('kind')
    .distinct()
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('direction', '=', 'out')
    .where('status', 'in', ['sent', 'delivered'])
    .execute();
  if (other || sent.some(({ kind }) => isContactMessage(kind))) return;
  await deleteEvent(tx, companyId, moved.id);
  await changeLead(tx, { companyId, leadId }, { status: 'new' });
}
