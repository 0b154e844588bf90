import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useStartAfterSending } from '../follow-ups/use-start-after-sending.ts';
import { waitingTextWords } from './estimate-sent.words.ts';

/** Sends an estimate; what follows from it is said in the toast. */
export const useSendEstimate = (lead: LeadView, { forget, onSent }: { forget: () => void; onSent: () => void }) => {
  const utils = trpc.useUtils();
  const { zone } = useTimeZone();
  const followUp = useStartAfterSending(lead);
  return trpc.estimates.send.useMutation({
    onSuccess: ({ textAt }) => {
      forget();
      toast.done(`Estimate sent to ${lead.name} at ${lead.email}`, {
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
  });
};
