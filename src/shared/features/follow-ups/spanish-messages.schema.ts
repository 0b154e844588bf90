import { z } from 'zod';
import { storable } from '../../primitives/text.ts';
import { reminderMessageFault, REMINDERS } from '../reminders/reminder.rules.ts';
import { messageTemplateSchema } from './follow-ups.schema.ts';
import { MAX_STEPS, MAX_STEPS_MESSAGE } from './steps.rules.ts';

/** The messages for leads who read Spanish: one per step of a new schedule, and one per reminder. */
export const spanishMessagesView = z.strictObject({
  messages: z.array(z.string()),
  reminders: z.record(z.enum(REMINDERS), z.string()),
});
export type SpanishMessages = z.infer<typeof spanishMessagesView>;

export const spanishMessagesUpdateInput = z
  .strictObject({
    messages: z.array(messageTemplateSchema).max(MAX_STEPS, MAX_STEPS_MESSAGE),
    reminders: z.record(z.enum(REMINDERS), z.string().overwrite(storable).trim()),
    /** The values that the form loaded. The update is rejected with CONFLICT if another window has changed them. */
    was: spanishMessagesView.optional(),
  })
  .superRefine(({ reminders }, context) => {
    for (const rule of REMINDERS) {
      const message = reminderMessageFault(rule, reminders[rule]);
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['reminders', rule], message });
    }
  });
export type SpanishMessagesUpdate = z.infer<typeof spanishMessagesUpdateInput>;
