import { useMemo } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useStartAfterSending } from '../follow-ups/use-start-after-sending.ts';
import { sentWords, waitingTextWords } from './estimate-sent.words.ts';
import type { EstimateFormState } from './use-estimate-form.ts';

/** Sends what is typed. `problem`: why it was refused, where that belongs to no field. */
export const useSendEstimate = (lead: LeadView, state: EstimateFormState, onSent: () => void) => {
  const utils = trpc.useUtils();
  const { zone } = useTimeZone();
  const followUp = useStartAfterSending(lead);
  const mutation = trpc.estimates.send.useMutation({
    onSuccess: ({ textAt }) => {
      state.forget();
      toast.done(sentWords(lead, textAt), {
        detail: waitingTextWords(textAt, zone),
        ...followUp(),
      });
      void Promise.all([
        utils.leads.invalidate(),
        utils.estimates.listForLead.invalidate({ leadId: lead.id }),
        utils.subscription.check.invalidate(),
      ]);
      onSent();
    },
    onError: (error) => state.refuse(problemOf(error).fields),
  });
  // one object a failure: the screen moves the focus to it once
  const problem = useMemo(() => (mutation.error ? problemOf(mutation.error) : undefined), [mutation.error]);
  const { form, termsEdited } = state;
  return {
    sending: mutation.isPending,
    /** From pressing the button until the dialog is gone. */
    busy: mutation.isPending || mutation.isSuccess,
    problem: problem && Object.keys(problem.fields).length === 0 ? problem : undefined,
    send: () => {
      const offer = state.check();
      if (!offer || mutation.isPending) return;
      mutation.mutate({
        leadId: lead.id,
        ...offer,
        notes: form.notes,
        ...(termsEdited ? { terms: form.terms } : {}),
      });
    },
  };
};
