import type { InstantSettings } from '#shared/features/instant/instant.schema.ts';
import { useCompanyId } from '../../lib/company.ts';
import { useForm } from '../../lib/form.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { atInstantFields, instantFaults, instantFormOf, instantSettingsOf } from './instant-form.rules.ts';

/** Handles editing, validating and saving the bounds of instant estimates. */
export const useInstantForm = (stored: InstantSettings) => {
  const kept = useSettingsForm({ key: `instant:${useCompanyId()}`, stored: instantFormOf(stored) });
  const { values } = kept;
  const utils = trpc.useUtils();
  const mutation = trpc.instant.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.instant.settings.setData(undefined, saved);
      kept.saved({ sent: values, stored: instantFormOf(saved) });
      toast.done(saved.enabled ? 'Instant estimates are on' : 'Instant estimates are off');
    },
    onError: () => Promise.all([utils.instant.settings.invalidate(), utils.instant.missing.invalidate()]),
  });
  const form = useForm({
    values,
    type: kept.type,
    rules: instantFaults,
    submit: (typed) => mutation.mutate({ ...instantSettingsOf(typed), was: stored }),
    call: mutation,
    refusals: ({ fields }) => atInstantFields(fields),
    checksEmpty: true,
  });
  return {
    ...form,
    values,
    dirty: kept.dirty,
    newer: kept.newer.length > 0,
    discard: () => {
      kept.reset();
      form.clear();
    },
  };
};

export type InstantFormState = ReturnType<typeof useInstantForm>;
