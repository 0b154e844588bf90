import { REMINDER } from '#shared/features/reminders/reminder.rules.ts';
import type { LeadReminders } from '#shared/features/reminders/reminders.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { move } from '../messages/move-message.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import { getCompany, getLead } from '../follow-ups/follow-ups.repository.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { readReminder, reminderOf } from './read-reminder.ts';

/**
 * Lists a lead's scheduled reminders, soonest first. `willNot` is the reason that a reminder wouldn't be sent now, or
 * null. Throws NOT_FOUND.
 */
export const listLeadReminders = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<LeadReminders> =>
  inCompany(db, companyId, async (tx) => {
    const lead = await getLead(tx, companyId, leadId);
    const rows = await listWaiting(tx, companyId, leadId);
    if (rows.length === 0) return { items: [] };
    const company = await getCompany(tx, companyId);
    const items: LeadReminders['items'] = [];
    for (const row of rows) {
      const read = await readReminder(tx, { row, lead, company, now: clock.now() });
      if (!read) continue;
      items.push({
        id: row.id,
        rule: read.rule,
        channel: row.channel,
        dueAt: row.due_at.toISOString(),
        moved: row.reason,
        willNot: read.whyNot ?? (row.to_address === '' ? 'No phone number' : null),
      });
    }
    return { items };
  });

/** Selects a lead's scheduled reminders. Uses the index messages_lead. */
const listWaiting = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<MessageRow[]> =>
  tx
    .selectFrom('messages')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('status', '=', 'scheduled')
    .where('kind', 'like', 'reminder.%')
    .orderBy('due_at')
    .orderBy('id')
    .execute();

export const CANCELLED = 'You canceled it';

/**
 * Cancels a reminder at the contractor's request. Throws NOT_FOUND, and CONFLICT if the reminder has already been sent
 * or canceled.
 */
export const cancelReminder = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, reminderId }: { companyId: CompanyId; reminderId: string },
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const row = await findReminder(tx, companyId, reminderId);
    const rule = row && reminderOf(row.kind);
    if (!row || !rule || row.lead_id === null) throw notFound('the reminder');
    // Locks the lead before its message, as delivery does, to avoid deadlocks.
    await getLead(tx, companyId, row.lead_id, true);
    if (
      (await move(tx, { rowId: row.id }, { from: ['scheduled'], to: 'cancelled', reason: CANCELLED })) === 'unchanged'
    )
      throw new AppError('This reminder is no longer scheduled', 'CONFLICT');
    await addTimelineEvent(tx, {
      companyId,
      leadId: row.lead_id,
      kind: 'message_skipped',
      at: clock.now(),
      data: { channel: row.channel, kind: REMINDER[rule].label, reason: CANCELLED },
    });
  });

const findReminder = (tx: CompanyTx, companyId: CompanyId, id: string): Promise<MessageRow | undefined> =>
  tx
    .selectFrom('messages')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id as MessageId)
    .executeTakeFirst();
