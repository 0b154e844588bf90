import type { LeadOutcome, LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

/** Marks a lead as won or lost, or reopens it, and shows a toast. */
export const useOutcome = (lead: LeadView) => {
  const utils = trpc.useUtils();
  const update = trpc.leads.update.useMutation();
  const say = (title: string, detail: string | undefined) => {
    void Promise.all([utils.leads.invalidate(), utils.followUps.get.invalidate({ leadId: lead.id })]);
    toast.done(title, { detail });
  };
  return {
    working: update.isPending,
    mark: (outcome: LeadOutcome, reason: string, onDone: () => void) =>
      update.mutate(
        { leadId: lead.id, outcome, reason },
        {
          onSuccess: () => {
            say(
              `${lead.name} marked as ${outcome}`,
              lead.followUpStatus === 'active' ? 'Follow-ups stopped.' : undefined,
            );
            onDone();
          },
          onError: (error) => sayFailed(`We couldn’t mark the lead as ${outcome}`, error),
        },
      ),
    reopen: () =>
      update.mutate(
        { leadId: lead.id, outcome: null },
        {
          onSuccess: () =>
            say(
              `${lead.name} reopened`,
              lead.followUpStatus === 'stopped' ? 'Follow-ups stay off until you turn them on.' : undefined,
            ),
          onError: (error) => sayFailed('We couldn’t reopen the lead', error),
        },
      ),
  };
};
