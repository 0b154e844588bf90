import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useLeadsAddress } from './leads-address.ts';

/** Accepts a lead or marks it as spam. `deciding` is true during the request. */
export const useReview = () => {
  const utils = trpc.useUtils();
  const { openLead } = useLeadsAddress();
  // The error is shown here instead of by the caller, because the caller's card may already be gone from the list.
  const review = trpc.leads.review.useMutation({
    onSuccess: ({ id: leadId, name }, { decision }) => {
      void utils.leads.invalidate();
      if (decision === 'accept')
        toast.done(`${name} accepted`, {
          detail: 'The lead is in your list, and its first messages are being sent.',
          action: { label: 'Open', onClick: () => openLead(leadId) },
        });
      else
        toast.done(`${name} marked as spam`, {
          detail: 'They won’t get any messages.',
          action: { label: 'Not spam', onClick: () => review.mutate({ leadId, decision: 'accept' }) },
        });
    },
    onError: (error, { decision }) =>
      sayFailed(decision === 'accept' ? 'We couldn’t accept the lead' : 'We couldn’t mark the lead as spam', error),
  });
  return {
    decide: ({ id: leadId }: LeadView, decision: 'accept' | 'spam') => review.mutate({ leadId, decision }),
    deciding: review.isPending,
  };
};
