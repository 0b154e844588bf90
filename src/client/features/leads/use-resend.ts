import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

/** Sends the newest version of a lead's estimate again (spec, section 8, for the words). */
export const useResend = () => {
  const utils = trpc.useUtils();
  const resend = trpc.estimates.resend.useMutation();
  return (lead: LeadView) =>
    resend.mutate(
      { leadId: lead.id },
      {
        onSuccess: () => {
          toast.done(`Estimate resent to ${lead.name}`);
          void Promise.all([
            utils.leads.timeline.invalidate({ leadId: lead.id }),
            utils.estimates.listForLead.invalidate({ leadId: lead.id }),
          ]);
        },
        onError: (error) => sayFailed('Failed to resend estimate.', error),
      },
    );
};
