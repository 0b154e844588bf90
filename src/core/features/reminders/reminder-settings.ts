import { sql } from 'kysely';
import { moving } from '../messages/move-message.ts';
import { REMINDER, type Reminder, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import type { ReminderSettingsUpdate, ReminderSettingsView } from '#shared/features/reminders/reminders.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { holdLeads } from '../lead-rows/lock-leads.ts';
import { readSettings, writeSettings } from './reminder-rules.repository.ts';

/** Returns the company's automatic reminders. By default, all are off. */
export const getReminderSettings = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<ReminderSettingsView> =>
  inCompany(db, companyId, (tx) => readSettings(tx, companyId));

/**
 * Saves the settings of all reminders together. Turning a reminder on affects only later events. Turning it off skips
 * its scheduled reminders and shows the reason on each lead. New days and channels affect only reminders that are
 * scheduled afterward. A new message also affects reminders that are already scheduled. Throws CONFLICT if the stored
 * settings differ from `was`.
 */
export const updateReminderSettings = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, update: { was, ...settings } }: { companyId: CompanyId; update: ReminderSettingsUpdate },
): Promise<ReminderSettingsView> =>
  inCompany(db, companyId, async (tx) => {
    // Serializes saves with a separate lock. A lock on the company's row would deadlock with delivery.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reminders:${companyId}`}, 0))`.execute(tx);
    const before = await readSettings(tx, companyId);
    refuseStale(was, before, 'These reminders were');
    await writeSettings(tx, companyId, settings);
    const off = REMINDERS.filter((rule) => before.rules[rule].enabled && !settings.rules[rule].enabled);
    for (const rule of off) await skipWaiting(tx, { companyId, rule, at: clock.now() });
    return readSettings(tx, companyId);
  });

export const TURNED_OFF = 'You turned this reminder off';

/**
 * Skips a company's scheduled reminders of this kind. Locks leads before their messages, as delivery does, to avoid
 * deadlocks.
 */
async function skipWaiting(
  tx: CompanyTx,
  { companyId, rule, at }: { companyId: CompanyId; rule: Reminder; at: Date },
): Promise<void> {
  const kind = `reminder.${rule}`;
  await holdLeads(tx, companyId)
    .select('id')
    .where('id', 'in', (waiting) =>
      waiting
        .selectFrom('messages')
        .select('lead_id')
        .where('company_id', '=', companyId)
        .where('status', '=', 'scheduled')
        .where('kind', '=', kind),
    )
    .execute();
  const skip = moving({
    from: ['scheduled'],
    to: 'skipped',
    set: [sql`reason = ${TURNED_OFF}`],
    where: [sql`m.company_id = ${companyId} and m.kind = ${kind}`],
    returning: sql`m.lead_id, m.channel`,
  });
  await sql`with skipped as (${skip})
    insert into timeline_events (company_id, lead_id, kind, at, data)
    select ${companyId}, lead_id, 'message_skipped', ${at},
      jsonb_build_object('channel', channel, 'kind', ${REMINDER[rule].label}::text, 'reason', ${TURNED_OFF}::text)
    from skipped where lead_id is not null`.execute(tx);
}
