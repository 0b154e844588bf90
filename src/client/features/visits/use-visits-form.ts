import { useState } from 'react';
import type { VisitSettingsView } from '#shared/features/visits/visits.schema.ts';
import { useCompanyId } from '../../lib/company.ts';
import { useForm } from '../../lib/form.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { refusedFields, visitFaults, visitSettingsOf, visitsFormOf } from './visits-form.rules.ts';

/** Handles editing, validating and saving the settings for visits: the company's or, with `userId`, a member's own. */
export const useVisitsForm = (stored: VisitSettingsView, userId?: string) => {
  const whose = userId === undefined ? undefined : { userId };
  const kept = useSettingsForm({
    key: `visits:${useCompanyId()}${userId === undefined ? '' : `:${userId}`}`,
    stored: visitsFormOf(stored),
  });
  const { values } = kept;
  // Typed values that this tab stored must be seen.
  const [opened, setOpened] = useState(kept.dirty);
  const utils = trpc.useUtils();
  const mutation = trpc.visits.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.visits.settings.setData(whose, saved);
      // Members without their own settings have the company's.
      if (!whose) void utils.visits.settings.invalidate();
      kept.saved({ sent: values, stored: visitsFormOf(saved) });
      void utils.visits.slots.invalidate();
      toast.done(saved.enabled || whose ? 'Visits saved' : 'Visits are off');
    },
    onError: () => void utils.visits.settings.invalidate(),
  });
  const form = useForm({
    values,
    type: kept.type,
    rules: (typed) => visitFaults(typed, stored),
    submit: (typed) => {
      const { own: _own, ...was } = stored;
      mutation.mutate({ ...visitSettingsOf(typed, stored), ...whose, was });
    },
    call: mutation,
    refusals: ({ fields }) => refusedFields(fields, values, stored),
    checksEmpty: true,
    reveal: (wrong) => {
      setOpened(true);
      return wrong[0];
    },
  });
  return {
    ...form,
    values,
    /** Changes several fields at once. */
    type: kept.type,
    dirty: kept.dirty,
    newer: kept.newer.length > 0,
    opened,
    toggle: () => setOpened(!opened),
    open: () => setOpened(true),
    discard: () => {
      kept.reset();
      form.clear();
    },
  };
};

export type VisitsFormState = ReturnType<typeof useVisitsForm>;
