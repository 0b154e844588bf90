import { DEFAULT_REMINDERS, type Reminder, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import type { ReminderSettingsView } from '#shared/features/reminders/reminders.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { ReminderRuleRow } from './reminders.table.ts';

/** Returns the settings of the given reminders that the company has turned on. */
export const listEnabled = (
  tx: CompanyTx,
  { companyId, rules = REMINDERS }: { companyId: CompanyId; rules?: readonly Reminder[] },
): Promise<ReminderRuleRow[]> =>
  tx
    .selectFrom('reminder_rules')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('rule', 'in', rules)
    .where('enabled', '=', true)
    .execute();

/** Returns the company's settings, with defaults for reminders that haven't been configured. */
export async function readSettings(tx: CompanyTx, companyId: CompanyId): Promise<ReminderSettingsView> {
  const rows = await tx.selectFrom('reminder_rules').selectAll().where('company_id', '=', companyId).execute();
  const rules = { ...DEFAULT_REMINDERS.rules };
  for (const { rule, enabled, days, channel, message } of rows) rules[rule] = { enabled, days, channel, message };
  return { rules, reviewUrl: rows.find(({ review_url: url }) => url !== null)?.review_url ?? '' };
}

export async function writeSettings(
  tx: CompanyTx,
  companyId: CompanyId,
  { rules, reviewUrl }: ReminderSettingsView,
): Promise<void> {
  await tx
    .insertInto('reminder_rules')
    .values(
      REMINDERS.map((rule) => ({
        company_id: companyId,
        rule,
        ...rules[rule],
        review_url: rule === 'review' && reviewUrl !== '' ? reviewUrl : null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'rule']).doUpdateSet((row) => ({
        enabled: row.ref('excluded.enabled'),
        days: row.ref('excluded.days'),
        channel: row.ref('excluded.channel'),
        message: row.ref('excluded.message'),
        review_url: row.ref('excluded.review_url'),
      })),
    )
    .execute();
}
