import { useState } from 'react';
import { type Reminder, reminderFaults, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import type { ReminderSettingsView } from '#shared/features/reminders/reminders.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { useCompanyId } from '../../lib/company.ts';
import { problemOf } from '../../lib/errors.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { fieldOf, type RemindersForm, remindersFormOf, remindersOf } from './reminders-form.rules.ts';

type Field = keyof RemindersForm;

/** The company's automatic reminders as they are edited, checked and saved. */
export const useRemindersForm = (stored: ReminderSettingsView) => {
  const form = useSettingsForm({ key: `reminders:${useCompanyId()}`, stored: remindersFormOf(stored) });
  const { values } = form;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const [opened, setOpened] = useState<ReadonlySet<Reminder>>(new Set());
  const utils = trpc.useUtils();
  const mutation = trpc.reminders.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.reminders.settings.setData(undefined, saved);
      form.saved({ sent: values, stored: remindersFormOf(saved) });
      void utils.reminders.forLead.invalidate();
      setLeft(new Set());
      toast.done('Automatic reminders saved');
    },
    onError: (error) => {
      setRefused(problemOf(error).fields);
      void utils.reminders.settings.invalidate();
    },
  });
  const faults = reminderFaults(remindersOf(values));
  const problem = mutation.error ? problemOf(mutation.error) : null;

  const type = (field: Field, text: string) => {
    if (mutation.isError) mutation.reset();
    setRefused({});
    form.type({ [field]: text });
  };
  /** Shows every fault and leads to the first, opening what hides it. */
  const showFaults = (paths: readonly string[]) => {
    setLeft(new Set(paths));
    setOpened(new Set([...opened, ...REMINDERS.filter((rule) => paths.includes(fieldOf(rule, 'message')))]));
    requestAnimationFrame(() => document.getElementsByName(paths[0] ?? '')[0]?.focus());
  };
  return {
    values,
    type,
    dirty: form.dirty,
    newer: form.newer.length > 0,
    opened,
    toggle: (rule: Reminder) => {
      const next = new Set(opened);
      if (!next.delete(rule)) next.add(rule);
      setOpened(next);
    },
    errorOf: (field: Field): string | undefined => refused[field] ?? (left.has(field) ? faults[field] : undefined),
    leave: (field: Field) => setLeft(new Set([...left, field])),
    saving: mutation.isPending,
    /** Why it wasn't saved, where that belongs to no field. */
    problem: problem && Object.keys(problem.fields).length === 0 ? problem : null,
    save: () => {
      const paths = Object.keys(faults);
      if (paths.length > 0) showFaults(paths);
      else if (!mutation.isPending) mutation.mutate({ ...remindersOf(values), was: stored });
    },
    discard: () => {
      form.reset();
      mutation.reset();
      setRefused({});
      setLeft(new Set());
    },
  };
};

export type RemindersFormState = ReturnType<typeof useRemindersForm>;
