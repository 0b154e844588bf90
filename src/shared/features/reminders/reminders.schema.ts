import { z } from 'zod';
import { uuidSchema } from '../../primitives/ids.ts';
import { storable } from '../../primitives/text.ts';
import { followUpChannelSchema, messageChannelSchema } from '../follow-ups/follow-ups.schema.ts';
import { reminderFaults, REMINDERS } from './reminder.rules.ts';

export const reminderSchema = z.enum(REMINDERS);

const settingSchema = z.strictObject({
  enabled: z.boolean(),
  days: z.number(),
  channel: followUpChannelSchema,
  message: z.string().overwrite(storable).trim(),
});

/** Each reminder's settings, and the review URL ('' if there's none). */
export const reminderSettingsView = z.strictObject({
  rules: z.record(reminderSchema, settingSchema),
  reviewUrl: z.string().overwrite(storable).trim(),
});
export type ReminderSettingsView = z.infer<typeof reminderSettingsView>;

export const reminderSettingsUpdateInput = reminderSettingsView
  .extend({
    /** The values that the form loaded. The update is rejected with CONFLICT if another window has changed them. */
    was: reminderSettingsView.optional(),
  })
  .superRefine((settings, context) => {
    for (const [path, message] of Object.entries(reminderFaults(settings)))
      context.addIssue({ code: 'custom', path: path.split('.'), message });
  });
export type ReminderSettingsUpdate = z.infer<typeof reminderSettingsUpdateInput>;

/** A lead's scheduled reminders, earliest first. */
export const leadRemindersView = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      rule: reminderSchema,
      channel: messageChannelSchema,
      dueAt: z.string(),
      /** Why the reminder was moved to this time. Null if it wasn't moved. */
      moved: z.string().nullable(),
      /** Why the reminder wouldn't be sent under the current conditions. Null if it would be. */
      willNot: z.string().nullable(),
    }),
  ),
});
export type LeadReminders = z.infer<typeof leadRemindersView>;

export const cancelReminderInput = z.strictObject({ reminderId: uuidSchema() });
