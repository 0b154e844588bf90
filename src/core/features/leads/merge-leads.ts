import { sql } from 'kysely';
import { LEAD_STATUSES, LEAD_STATUS_LABEL } from '#shared/features/leads/lead-status.rules.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { mergeFields, mergeNotes, type Mergeable } from '#shared/features/leads/merge.rules.ts';
import type { LeadMergeInput } from '#shared/features/leads/merge.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { LeadRow, LeadUpdate } from '../lead-rows/lead-rows.table.ts';
import type { Deps } from '../../platform/deps.ts';
import { handOverDeals } from '../deals/note-deals.ts';
import { supersedeBefore } from './supersede-before.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { changeLead, deleteLead, touchLead } from '../lead-rows/write-leads.ts';
import { readdressWaiting } from '../messages/readdress-waiting.ts';
import { refuseHeld } from './held-leads.ts';
import { findMergedInto } from './lead-merges.repository.ts';
import { isBinding, moveRows } from './merge-rows.ts';
import { fromMergeable, toMergeable } from './mergeable-lead.ts';
import { getLeadView } from './read-leads.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

/**
 * Merges two leads in one transaction. The older lead is kept, with data from both. `takeNewer` names the fields that
 * take the newer lead's value. Afterward, the newer lead's id refers to the kept lead. If the call is repeated, or made
 * concurrently with the two leads swapped, it returns the kept lead. Opt-outs aren't affected, because they belong to
 * phone numbers and email addresses. Throws NOT_FOUND if there's no such lead. Throws CONFLICT if a message to either
 * lead is being sent, if both leads have a pending payment, if both have an accepted estimate, or if either lead is
 * waiting for review or marked as spam.
 */
export const mergeLeads = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, userId }: { companyId: CompanyId; userId: UserId },
  { leadId, otherLeadId, takeNewer }: LeadMergeInput,
): Promise<LeadView> => {
  if (leadId === otherLeadId) throw invalid({ otherLeadId: 'Choose a different lead' });
  return inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const pair = await lockBoth(tx, companyId, [leadId, otherLeadId]);
    if (!('older' in pair)) return getLeadView(tx, { companyId, leadId: pair.mergedInto, now: at });
    const { older, newer } = pair;
    await refuseBusy(tx, older, newer);
    await stopOther(tx, { older, newer, at });
    const values = mergeFields(toMergeable(older), toMergeable(newer), takeNewer);
    await moveRows(tx, { companyId, from: newer.id, to: older.id });
    await supersedeOld(tx, older);
    await writeMerge(tx, { older, newer, userId, at });
    await changeLead(tx, { companyId, leadId: older.id }, toUpdate(values, older, newer));
    if (newer.assigned_to !== null && older.assigned_to !== null && newer.assigned_to !== older.assigned_to)
      await handOverDeals(tx, { companyId, from: newer.assigned_to, to: older.assigned_to, leadId: older.id, at });
    const { phone, email } = values;
    await readdressWaiting(tx, { company_id: companyId, id: older.id, phone, email }, at);
    await noteMerge(tx, { older, newer, at });
    return getLeadView(tx, { companyId, leadId: older.id, now: at });
  });
};

interface Pair {
  older: LeadRow;
  newer: LeadRow;
}

/** Locks and returns both leads in the common lock order, or returns the lead that they were already merged into. */
async function lockBoth(
  tx: CompanyTx,
  companyId: CompanyId,
  ids: [LeadId, LeadId],
): Promise<Pair | { mergedInto: LeadId }> {
  const leads = await lockLeads(tx, companyId).selectAll().where('id', 'in', ids).execute();
  for (const lead of leads) refuseHeld(lead);
  const [older, newer] = leads.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  if (older && newer) return { older, newer };
  const gone = ids.find((id) => id !== older?.id);
  const keptId = older && gone ? await findMergedInto(tx, companyId, gone) : undefined;
  if (keptId === undefined || keptId !== older?.id) throw notFound('this lead');
  return { mergedInto: keptId };
}

async function refuseBusy(tx: CompanyTx, older: LeadRow, newer: LeadRow): Promise<void> {
  const ids = [older.id, newer.id];
  const { rows } = await sql<{ sending: boolean; paying: boolean; binding: number }>`select
    exists (select from messages where lead_id = any(${ids}) and status = 'sending') as sending,
    (select count(distinct lead_id) from payments where lead_id = any(${ids}) and status in ('open', 'processing')) > 1
      as paying,
    (select count(distinct lead_id) from estimates where lead_id = any(${ids}) and ${isBinding})
      as binding`.execute(tx);
  const busy = rows[0];
  if (busy?.sending) throw conflict('A message to this lead is being sent right now. Try again in a minute');
  if (busy?.paying)
    throw conflict('Both leads have a pending payment. Merge them after one of the payments has cleared');
  if ((busy?.binding ?? 0) > 1)
    throw conflict('Both leads have an accepted estimate. Keep a separate lead for each job');
}

const conflict = (message: string) => new AppError(message, 'CONFLICT');

/** Stops the newer lead's follow-ups if both leads have active ones. The kept lead's follow-ups continue. */
async function stopOther(tx: CompanyTx, { older, newer, at }: Pair & { at: Date }): Promise<void> {
  const active = await tx
    .selectFrom('follow_up_schedules')
    .select('id')
    .where('lead_id', 'in', [older.id, newer.id])
    .where('status', '=', 'active')
    .execute();
  if (active.length < 2) return;
  const reason = (name: string) =>
    `Follow-ups stopped because this lead was merged with ${name}’s other lead, whose follow-ups continue.`;
  await stopSchedules(tx, { companyId: older.company_id, leadId: newer.id, reason, at, notify: false });
}

/** Marks all earlier unpaid estimate versions as superseded, because only the newest one counts. */
async function supersedeOld(tx: CompanyTx, { id: leadId, company_id: companyId }: LeadRow): Promise<void> {
  const { version } = await tx
    .selectFrom('estimates')
    .select((row) => row.fn.max('version').as('version'))
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow();
  if (version !== null) await supersedeBefore(tx, { companyId, leadId, version });
}

/** Stores the newer lead's data, redirects its id and its earlier ids to the kept lead, and deletes its row. */
async function writeMerge(
  tx: CompanyTx,
  { older, newer, userId, at }: Pair & { userId: UserId; at: Date },
): Promise<void> {
  const companyId = older.company_id;
  await tx
    .updateTable('lead_merges')
    .set({ kept_lead_id: older.id })
    .where('company_id', '=', companyId)
    .where('kept_lead_id', '=', newer.id)
    .execute();
  await tx
    .insertInto('lead_merges')
    .values({
      old_lead_id: newer.id,
      company_id: companyId,
      kept_lead_id: older.id,
      idempotency_key: newer.idempotency_key,
      old_lead: JSON.stringify(newer),
      merged_by: userId,
      merged_at: at,
    })
    .execute();
  // If one of the two leads is marked as different from a third lead, so is the kept lead.
  await sql`insert into lead_pairs_apart (company_id, lead_a, lead_b)
    select company_id, least(third, ${older.id}::uuid), greatest(third, ${older.id}::uuid) from (
      select company_id, case when lead_a = ${newer.id} then lead_b else lead_a end as third from lead_pairs_apart
      where company_id = ${companyId} and ${newer.id}::uuid in (lead_a, lead_b)) told
    where third <> ${older.id} on conflict do nothing`.execute(tx);
  // A dashboard showing the deleted lead switches to the kept one immediately, without losing typed text.
  await touchLead(tx, companyId, newer.id);
  await deleteLead(tx, { companyId, leadId: newer.id });
}

const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;

const toUpdate = (values: Mergeable, older: LeadRow, newer: LeadRow): LeadUpdate => {
  const waits = later(older.awaits_since, newer.awaits_since) === older.awaits_since ? older : newer;
  return {
    ...fromMergeable(values),
    homeowner_email: [older, newer].find((lead) => lead.homeowner_email === values.email)?.homeowner_email ?? null,
    language: older.language ?? newer.language,
    assigned_to: older.assigned_to ?? newer.assigned_to,
    status: LEAD_STATUSES.findLast((status) => status === older.status || status === newer.status) ?? older.status,
    outcome: older.outcome ?? newer.outcome,
    outcome_reason: older.outcome === null ? newer.outcome_reason : older.outcome_reason,
    awaits_answer: waits.awaits_answer,
    awaits_since: waits.awaits_since,
    unread_count: older.unread_count + newer.unread_count,
    reply_told_at: later(older.reply_told_at, newer.reply_told_at),
    counted_as_recipient_at: later(older.counted_as_recipient_at, newer.counted_as_recipient_at),
    estimate_sent_at: later(older.estimate_sent_at, newer.estimate_sent_at),
    last_contact_at: later(older.last_contact_at, newer.last_contact_at),
    last_message_at: later(older.last_message_at, newer.last_message_at),
    last_reply_at: later(older.last_reply_at, newer.last_reply_at),
    // The kept lead is active if either lead is.
    archived_at: older.archived_at === null ? null : newer.archived_at,
  };
};

/** Records the merge on the timeline. The newer lead's unread messages stay unread. */
async function noteMerge(tx: CompanyTx, { older, newer, at }: Pair & { at: Date }): Promise<void> {
  const { time_zone: zone } = await tx
    .selectFrom('company_profiles')
    .select('time_zone')
    .where('id', '=', older.company_id)
    .executeTakeFirstOrThrow();
  const facts = [newer.name, newer.email, newer.phone && formatPhone(newer.phone), newer.address];
  const event = { companyId: older.company_id, leadId: older.id, kind: 'note' as const, at };
  // Marked automatic, because the notes don't answer an open question of either lead.
  const said = `Merged with the lead from ${formatDate(newer.created_at, zone)} (${facts.filter(Boolean).join(', ')}), which was ${LEAD_STATUS_LABEL[newer.status]}. Its estimates, messages and history are here now.`;
  await addTimelineEvent(tx, { ...event, data: { text: said, automatic: true } });
  if (mergeNotes(older.notes, newer.notes) === null)
    await addTimelineEvent(tx, { ...event, data: { text: newer.notes, automatic: true } });
}
