import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { stepsOf } from './follow-up-form.rules.ts';
import { FAILED, savedText } from './saved-text.ts';
import type { FollowUpFormState } from './use-follow-up-form.ts';

/** Saves the schedule, active or as a draft. */
export const useSave = (lead: LeadView, { forget, onSaved }: { forget: () => void; onSaved: () => void }) => {
  const utils = trpc.useUtils();
  return trpc.followUps.save.useMutation({
    onSuccess: (_view, { active, steps }) => {
      forget();
      toast.done('Follow-up scheduled', { detail: savedText(steps.length, lead, active) });
      void Promise.all([utils.leads.invalidate(), utils.followUps.get.invalidate({ leadId: lead.id })]);
      onSaved();
    },
    onError: (error) => {
      // A toast's button can't be pressed while a dialog is open, so an error with a button is shown inside the dialog.
      if (problemOf(error).nextStep !== 'confirm_email') sayFailed(FAILED, error);
    },
  });
};

/** Saves the days, messages and channel as the company's defaults for new schedules. The send time doesn't change. */
export const useSaveDefaults = (state: FollowUpFormState, sendTime: string | undefined) => {
  const utils = trpc.useUtils();
  const mutation = trpc.workflow.update.useMutation({
    onSuccess: (saved) => {
      utils.workflow.get.setData(undefined, saved);
      toast.done('Settings saved', { detail: 'Your workflow settings have been updated' });
    },
    onError: (error) => sayFailed('Failed to update workflow settings', error),
  });
  return {
    saving: mutation.isPending,
    saveDefaults: () => {
      if (mutation.isPending || sendTime === undefined || !state.check()) return;
      const steps = stepsOf(state.values.steps);
      mutation.mutate({
        channel: state.values.channel,
        cadence: steps.map(({ day }) => day),
        messages: steps.map(({ message }) => message),
        offers: steps.map(({ offer }) => offer),
        sendTime,
      });
    },
  };
};
