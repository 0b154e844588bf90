import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import {
  type Reminder,
  type ReminderSetting,
  type ReminderSettings,
  REMINDERS,
} from '#shared/features/reminders/reminder.rules.ts';

type SettingField = keyof ReminderSetting;
/** A field name. It's the path that the server uses, such as 'rules.expiring.days'. */
export type ReminderField = `rules.${Reminder}.${SettingField}`;
export const fieldOf = (rule: Reminder, field: SettingField): ReminderField => `rules.${rule}.${field}`;

/** The reminders as typed, with one string per field. */
export type RemindersForm = Record<ReminderField | 'reviewUrl', string>;

const ON = 'on';

export const remindersFormOf = ({ rules, reviewUrl }: ReminderSettings): RemindersForm => {
  const fields = REMINDERS.flatMap((rule) => {
    const { enabled, days, channel, message } = rules[rule];
    return [
      [fieldOf(rule, 'enabled'), enabled ? ON : ''],
      [fieldOf(rule, 'days'), String(days)],
      [fieldOf(rule, 'channel'), channel],
      [fieldOf(rule, 'message'), message],
    ];
  });
  return Object.fromEntries([...fields, ['reviewUrl', reviewUrl]]) as RemindersForm;
};

export const enabledText = (enabled: boolean): string => (enabled ? ON : '');

const channelOf = (text: string): FollowUpChannel =>
  (['sms', 'email', 'both'] as const).find((channel) => channel === text) ?? 'email';

/** Returns one reminder as typed. An invalid number of days is NaN. */
export const settingOf = (form: RemindersForm, rule: Reminder): ReminderSetting => {
  const days = form[fieldOf(rule, 'days')].trim();
  return {
    enabled: form[fieldOf(rule, 'enabled')] === ON,
    days: /^\d+$/.test(days) ? Number(days) : Number.NaN,
    channel: channelOf(form[fieldOf(rule, 'channel')]),
    message: form[fieldOf(rule, 'message')],
  };
};

/** Returns the values to save. */
export const remindersOf = (form: RemindersForm): ReminderSettings => ({
  rules: Object.fromEntries(REMINDERS.map((rule) => [rule, settingOf(form, rule)])) as ReminderSettings['rules'],
  reviewUrl: form.reviewUrl.trim(),
});

/** Returns '1 day', '2 days', or 'Some days' while the number is invalid. */
export const daysWords = (days: number): string =>
  Number.isNaN(days) ? 'Some days' : days === 1 ? '1 day' : `${days} days`;

/** Each reminder's title, and the event that its days are counted from. */
export const REMINDER_WORDS: Record<Reminder, { title: string; after: string }> = {
  not_viewed: { title: 'Estimate not viewed', after: 'after it was sent' },
  not_answered: { title: 'Estimate viewed, not answered', after: 'after the first view' },
  expiring: { title: 'Estimate about to expire', after: 'before its last day' },
  balance: { title: 'Balance due', after: 'after it can be paid' },
  review: { title: 'Review request', after: 'after everything is paid' },
};
