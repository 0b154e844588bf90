import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { waitingTextWords } from '../estimates/estimate-sent.words.ts';

/** Sends the newest version of a lead's estimate again (spec, section 8, for the words). */
export const useResend = () => {
  const utils = trpc.useUtils();
  const { zone } = useTimeZone();
  const resend = trpc.estimates.resend.useMutation();
  return (lead: LeadView) =>
    resend.mutate(
      { leadId: lead.id },
      {
        onSuccess: ({ textAt }) => {
          const waits = lead.email === null && textAt !== null;
          toast.done(waits ? `Estimate to ${lead.name} is scheduled` : `Estimate resent to ${lead.name}`, {
            detail: waitingTextWords(textAt, zone),
          });
          void Promise.all([
            utils.leads.timeline.invalidate({ leadId: lead.id }),
            utils.estimates.listForLead.invalidate({ leadId: lead.id }),
          ]);
        },
        onError: (error) => sayFailed('Failed to resend estimate.', error),
      },
    );
};
