import { sql } from 'kysely';
import { REMINDER, type Reminder, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import type { ReminderSettingsUpdate, ReminderSettingsView } from '#shared/features/reminders/reminders.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { holdLeads } from '../lead-rows/lock-leads.ts';
import { readSettings, writeSettings } from './reminder-rules.repository.ts';

/** The company's automatic reminders; all off where it never set any. */
export const getReminderSettings = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<ReminderSettingsView> =>
  inCompany(db, companyId, (tx) => readSettings(tx, companyId));

/**
 * Saves all reminders at once. One that is turned on counts from now on: what happened before reminds nobody. One that
 * is turned off lets nothing more go out: what waits is skipped, with the reason on each lead. New days and a new way
 * hold for what is planned from now on, a new message for all. Throws CONFLICT where `was` is not what is stored.
 */
export const updateReminderSettings = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, update: { was, ...settings } }: { companyId: CompanyId; update: ReminderSettingsUpdate },
): Promise<ReminderSettingsView> =>
  inCompany(db, companyId, async (tx) => {
    // one save after the other; a lock on the company's row would wait for deliveries that wait for it
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reminders:${companyId}`}, 0))`.execute(tx);
    const before = await readSettings(tx, companyId);
    refuseStale(was, before, 'These reminders were');
    await writeSettings(tx, companyId, settings);
    const off = REMINDERS.filter((rule) => before.rules[rule].enabled && !settings.rules[rule].enabled);
    for (const rule of off) await skipWaiting(tx, { companyId, rule, at: clock.now() });
    return readSettings(tx, companyId);
  });

export const TURNED_OFF = 'You turned this reminder off';

/** Leads are locked before their messages, as delivery locks them: no two can wait for each other. */
async function skipWaiting(
  tx: CompanyTx,
  { companyId, rule, at }: { companyId: CompanyId; rule: Reminder; at: Date },
): Promise<void> {
  const kind = `reminder.${rule}`;
  await holdLeads(tx, companyId)
    .select('id')
    .where('id', 'in', (waiting) =>
      waiting
        .selectFrom('outbox')
        .select('lead_id')
        .where('company_id', '=', companyId)
        .where('status', '=', 'scheduled')
        .where('kind', '=', kind),
    )
    .execute();
  await sql`with skipped as (
      update outbox set status = 'skipped', reason = ${TURNED_OFF}, claimed_until = null
      where company_id = ${companyId} and status = 'scheduled' and kind = ${kind} returning lead_id, channel)
    insert into timeline_events (company_id, lead_id, kind, at, data)
    select ${companyId}, lead_id, 'message_skipped', ${at},
      jsonb_build_object('channel', channel, 'kind', ${REMINDER[rule].label}::text, 'reason', ${TURNED_OFF}::text)
    from skipped where lead_id is not null`.execute(tx);
}
