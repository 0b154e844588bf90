import { messagesIn, reminderIn } from '#shared/features/follow-ups/messages-in.rules.ts';
import type { SpanishMessages, SpanishMessagesUpdate } from '#shared/features/follow-ups/spanish-messages.schema.ts';
import { REMINDER, type Reminder, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { getCompany } from './follow-ups.repository.ts';
import { defaultSteps, refuseUnset } from './step-offers.ts';

/** Returns the messages for leads who read Spanish: each step's follow-up, and the reminders. */
export const getSpanishMessages = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<SpanishMessages> =>
  inCompany(db, companyId, (tx) => read(tx, companyId));

async function read(tx: CompanyTx, companyId: CompanyId): Promise<SpanishMessages> {
  const company = await getCompany(tx, companyId);
  const rows = await tx
    .selectFrom('reminder_rules')
    .select(['rule', 'message', 'message_es'])
    .where('company_id', '=', companyId)
    .execute();
  const reminderOf = (rule: Reminder): string =>
    reminderIn(
      'es',
      rule,
      rows.find((row) => row.rule === rule) ?? { message: REMINDER[rule].message, message_es: null },
    );
  return {
    messages: messagesIn('es', company),
    reminders: Object.fromEntries(REMINDERS.map((rule) => [rule, reminderOf(rule)])) as Record<Reminder, string>,
  };
}

/**
 * Saves the Spanish messages. Existing follow-ups keep their messages. Reminders use the new messages from now on.
 * Throws CONFLICT if the stored messages differ from `was`, or if the number of steps has changed.
 */
export const updateSpanishMessages = (
  { db }: Pick<Deps, 'db'>,
  { companyId, update }: { companyId: CompanyId; update: SpanishMessagesUpdate },
): Promise<SpanishMessages> =>
  inCompany(db, companyId, async (tx) => {
    const company = await getCompany(tx, companyId, true);
    const before = await read(tx, companyId);
    refuseStale(update.was, before, 'These messages were');
    if (update.messages.length !== before.messages.length)
      throw new AppError('The number of follow-ups has changed. Refresh the page', 'CONFLICT');
    refuseUnset(
      defaultSteps(company, { language: 'en' }).map((step, index) => ({
        ...step,
        message: update.messages[index] ?? '',
      })),
      'messages.N',
    );
    if (update.messages.join('\0') !== before.messages.join('\0'))
      await tx
        .updateTable('company_profiles')
        .set({ workflow_messages_es: update.messages })
        .where('id', '=', companyId)
        .execute();
    for (const rule of REMINDERS.filter((each) => update.reminders[each] !== before.reminders[each]))
      await writeReminder(tx, { companyId, rule, message: update.reminders[rule] });
    return read(tx, companyId);
  });

/**
 * Saves a reminder's Spanish message. If the reminder doesn't have a row yet, adds one with the default settings,
 * turned off.
 */
async function writeReminder(
  tx: CompanyTx,
  { companyId, rule, message }: { companyId: CompanyId; rule: Reminder; message: string },
): Promise<void> {
  const { days, message: english } = REMINDER[rule];
  await tx
    .insertInto('reminder_rules')
    .values({
      company_id: companyId,
      rule,
      enabled: false,
      days,
      channel: 'email',
      message: english,
      message_es: message,
      review_url: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'rule']).doUpdateSet({ message_es: message }))
    .execute();
}
