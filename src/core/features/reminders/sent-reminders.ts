import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import type { ReminderKindName } from './messages/reminders.ts';

/**
 * Returns when this number last received a follow-up, a reminder or a request to pay by text (C17). Ignores attempts to send this message.
 */
export async function lastAutomatedText(
  tx: CompanyTx,
  { row, company }: { row: OutboxRow; company: Pick<CompanyRow, 'id'> },
): Promise<Date | null> {
  const last = await tx
    .selectFrom('messages')
    .select((message) => message.fn.max('at').as('at'))
    .where('company_id', '=', company.id)
    .where('to_address', '=', row.to_address)
    .where('direction', '=', 'out')
    .where('channel', '=', 'sms')
    .where('status', '!=', 'failed')
    .where((message) =>
      message.or([
        message('kind', '=', 'follow-up'),
        message('kind', 'like', 'reminder.%'),
        message('kind', 'like', 'stage.%'),
      ]),
    )
    .where(sql<boolean>`source_id is distinct from ${row.id}`)
    .executeTakeFirst();
  return last?.at ?? null;
}

/** Whether the lead received another reminder after `since`, on this reminder's channel. */
export async function wasRemindedSince(
  tx: CompanyTx,
  { row, since }: { row: OutboxRow; since: Date },
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
    .where(sql<boolean>`source_id is distinct from ${row.id}`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Reminders about something specific. General reminders are skipped if one of these is due soon. */
const WEIGHTY: readonly ReminderKindName[] = ['reminder.expiring', 'reminder.balance', 'reminder.review'];

/**
 * Whether one of these reminders to the lead is due no later than `by`, on this reminder's channel. Uses the index
 * outbox_lead.
 */
export async function willBeRemindedBy(tx: CompanyTx, { row, by }: { row: OutboxRow; by: Date }): Promise<boolean> {
  const other = await tx
    .selectFrom('outbox')
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
