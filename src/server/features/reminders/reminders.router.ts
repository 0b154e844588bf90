import { z } from 'zod';
import { cancelReminder, listLeadReminders } from '#core/features/reminders/lead-reminders.ts';
import { getReminderSettings, updateReminderSettings } from '#core/features/reminders/reminder-settings.ts';
import { leadByIdInput } from '#shared/features/leads/leads.schema.ts';
import {
  cancelReminderInput,
  leadRemindersView,
  reminderSettingsUpdateInput,
  reminderSettingsView,
} from '#shared/features/reminders/reminders.schema.ts';
import { leadProcedure, managerProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

/** Procedures for automatic reminders: the company's settings (Admin, Workflow) and a lead's scheduled reminders. */
export const remindersRouter = router({
  settings: memberProcedure
    .output(reminderSettingsView)
    .query(({ ctx }) => getReminderSettings(ctx.deps, ctx.companyId)),

  updateSettings: managerProcedure
    .input(reminderSettingsUpdateInput)
    .output(reminderSettingsView)
    .mutation(({ ctx, input }) => updateReminderSettings(ctx.deps, { companyId: ctx.companyId, update: input })),

  forLead: memberProcedure
    .input(leadByIdInput)
    .output(leadRemindersView)
    .query(({ ctx, input }) => listLeadReminders(ctx.deps, { companyId: ctx.companyId, leadId: input.leadId })),

  cancel: leadProcedure
    .input(cancelReminderInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await cancelReminder(ctx.deps, { companyId: ctx.companyId, ...input });
      return null;
    }),
});
