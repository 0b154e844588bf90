import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import type { ReminderKindName } from './messages/reminders.ts';

/**
 * Returns when this number last received a follow-up, a reminder or a request to pay by text (C17). Ignores attempts to send this message.
 */
export async function lastAutomatedText(
  tx: CompanyTx,
  { row, company }: { row: MessageRow; company: Pick<CompanyRow, 'id'> },
): Promise<Date | null> {
  const last = await tx
    .selectFrom('texts_sent')
    .select((message) => message.fn.max('at').as('at'))
    .where('company_id', '=', company.id)
    .where('to_address', '=', row.to_address)
    .where((message) =>
      message.or([
        message('kind', '=', 'follow-up'),
        message('kind', 'like', 'reminder.%'),
        message('kind', 'like', 'stage.%'),
      ]),
    )
    .where('message_id', '!=', row.id)
    .executeTakeFirst();
  return last?.at ?? null;
}

/** Whether the lead received another reminder after `since`, on this reminder's channel. */
export async function wasRemindedSince(
  tx: CompanyTx,
  { row, since }: { row: MessageRow; since: Date },
): Promise<boolean> {
  const other = await tx
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', row.company_id)
    .where('lead_id', '=', row.lead_id)
    .where('direction', '=', 'out')
    .where('channel', '=', row.channel)
    .where('status', '!=', 'failed')
    .where('kind', 'like', 'reminder.%')
    .where('at', '>', since)
    .where('id', '!=', row.id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Reminders about something specific. General reminders are skipped if one of these is due soon. */
const WEIGHTY: readonly ReminderKindName[] = ['reminder.expiring', 'reminder.balance', 'reminder.review'];

/**
 * Whether one of these reminders to the lead is due no later than `by`, on this reminder's channel. Uses the index
 * messages_lead.
 */
export async function willBeRemindedBy(tx: CompanyTx, { row, by }: { row: MessageRow; by: Date }): Promise<boolean> {
  const other = await tx
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', row.company_id)
    .where('lead_id', '=', row.lead_id)
    .where('channel', '=', row.channel)
    .where('status', '=', 'scheduled')
    .where('kind', 'in', WEIGHTY)
    .where('due_at', '<=', by)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
