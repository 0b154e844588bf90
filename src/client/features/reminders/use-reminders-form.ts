import { useState } from 'react';
import { type Reminder, reminderFaults, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import type { ReminderSettingsView } from '#shared/features/reminders/reminders.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { useCompanyId } from '../../lib/company.ts';
import { useForm } from '../../lib/form.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { REMINDER_WORDS, remindersFormOf, remindersOf } from './reminders-form.rules.ts';

const isOf = (rule: Reminder, name: string): boolean =>
  name.startsWith(`rules.${rule}.`) || (rule === 'review' && name === 'reviewUrl');

const isWrong = (rule: Reminder, wrong: readonly string[]): boolean => wrong.some((name) => isOf(rule, name));

const wrongPaths = (errors: FieldErrors): string[] =>
  Object.entries(errors).flatMap(([path, words]) => (words === undefined ? [] : path));

/** The reminders form's state: editing, validating and saving the company's automatic reminders. */
export const useRemindersForm = (stored: ReminderSettingsView) => {
  const kept = useSettingsForm({ key: `reminders:${useCompanyId()}`, stored: remindersFormOf(stored) });
  const { values } = kept;
  const [opened, setOpened] = useState<ReadonlySet<Reminder>>(new Set());
  const utils = trpc.useUtils();
  const mutation = trpc.reminders.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.reminders.settings.setData(undefined, saved);
      kept.saved({ sent: values, stored: remindersFormOf(saved) });
      void utils.reminders.forLead.invalidate();
      toast.done('Automatic reminders saved');
    },
    onError: () => void utils.reminders.settings.invalidate(),
  });
  const form = useForm({
    values,
    type: kept.type,
    rules: (typed) => reminderFaults(remindersOf(typed)),
    submit: (typed) => mutation.mutate({ ...remindersOf(typed), was: stored }),
    call: mutation,
    refusals: ({ fields }) => fields,
    checksEmpty: true,
    reveal: (wrong) => {
      setOpened(new Set([...opened, ...REMINDERS.filter((rule) => isWrong(rule, wrong))]));
      return wrong[0];
    },
  });
  return {
    ...form,
    values,
    dirty: kept.dirty,
    /** The titles of the changed reminders. */
    changed: REMINDERS.filter((rule) => kept.unsaved.some((name) => isOf(rule, name))).map(
      (rule) => REMINDER_WORDS[rule].title,
    ),
    newer: kept.newer.length > 0,
    /** Whether a reminder's row is open. A row with an error is always open, so that the error is seen. */
    isOpen: (rule: Reminder) => opened.has(rule) || isWrong(rule, wrongPaths(form.errors)),
    toggle: (rule: Reminder) => {
      const next = new Set(opened);
      if (!next.delete(rule)) next.add(rule);
      setOpened(next);
    },
    discard: () => {
      kept.reset();
      form.clear();
    },
  };
};

export type RemindersFormState = ReturnType<typeof useRemindersForm>;
