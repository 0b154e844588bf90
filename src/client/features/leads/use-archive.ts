import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

const stopped = (archived: boolean) =>
  archived ? 'Follow-ups stopped.' : 'Follow-ups stay stopped. Restart them under Follow Up.';

/** Archives or restores a lead, with an undo button. */
export const useArchive = () => {
  const utils = trpc.useUtils();
  const archive = trpc.leads.archive.useMutation();
  const set = (lead: LeadView, archived: boolean, undoing = false) =>
    archive.mutate(
      { leadId: lead.id, archived },
      {
        onSuccess: () => {
          void utils.leads.invalidate();
          toast.done(`${lead.name} ${archived ? 'archived' : 'restored'}`, {
            detail: lead.followUpStatus === 'active' ? stopped(archived) : undefined,
            action: undoing ? undefined : { label: 'Undo', onClick: () => set(lead, !archived, true) },
          });
        },
        onError: (error) =>
          sayFailed(archived ? 'We couldn’t archive the lead' : 'We couldn’t restore the lead', error),
      },
    );
  return (lead: LeadView) => set(lead, lead.archivedAt === null);
};
