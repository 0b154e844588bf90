import type { Selectable } from 'kysely';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Reminder } from '#shared/features/reminders/reminder.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    reminder_rules: ReminderRulesTable;
  }
}

/** A company's settings for a reminder. A reminder without settings is off. */
export interface ReminderRulesTable {
  company_id: CompanyId;
  rule: Reminder;
  enabled: boolean;
  /** The number of days, from 1 to 30. */
  days: number;
  channel: FollowUpChannel;
  message: string;
  /** The message in Spanish. Null if the contractor hasn't saved one (`reminderIn`). */
  message_es: string | null;
  /** The URL of the company's review page. Set only for the review request. */
  review_url: string | null;
}

export type ReminderRuleRow = Selectable<ReminderRulesTable>;
