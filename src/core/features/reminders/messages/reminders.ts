import { z } from 'zod';
import { REMINDER, type Reminder } from '#shared/features/reminders/reminder.rules.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** The kind for a reminder's message. */
export type ReminderKindName<Rule extends Reminder = Reminder> = `reminder.${Rule}`;

const defineReminder = <Rule extends Reminder>(rule: Rule) =>
  defineMessage({
    kind: `reminder.${rule}` satisfies ReminderKindName<Rule>,
    label: REMINDER[rule].label,
    audience: 'homeowner',
    channel: ['email', 'sms'],
    check: { windowed: true, ignoresOptOut: false, commercial: true },
    payload: z.object({ estimateId: estimateIdSchema }),
    render: async () => (await import('./render-reminder.tsx')).reminder,
  });

/**
 * The five reminders. They differ only in the contractor's settings. All are commercial (C23), so opt-outs apply, and
 * emails include the postal address and one-click unsubscribe.
 */
export const REMINDER_MESSAGES = {
  not_viewed: defineReminder('not_viewed'),
  not_answered: defineReminder('not_answered'),
  expiring: defineReminder('expiring'),
  balance: defineReminder('balance'),
  review: defineReminder('review'),
} satisfies Record<Reminder, unknown>;
