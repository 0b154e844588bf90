import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useLeadsAddress } from './leads-address.ts';

/** Puts a conversation back among the unread ones, which closes it, or takes it out. */
export const useMarkUnread = () => {
  const utils = trpc.useUtils();
  const { leadId, close } = useLeadsAddress();
  const unread = trpc.messages.markUnread.useMutation();
  const read = trpc.messages.markRead.useMutation();
  return async (lead: LeadView): Promise<void> => {
    const mark = lead.unread > 0 ? read : unread;
    // what stands open before one's eyes is read again at once
    if (mark === unread && leadId === lead.id) close();
    try {
      // awaited, for what the menu stood in is closed by now
      await mark.mutateAsync({ leadId: lead.id });
      void utils.leads.invalidate();
      toast.done(`${lead.name} marked as ${mark === unread ? 'unread' : 'read'}`);
    } catch (error) {
      sayFailed('Failed to mark the conversation.', error);
    }
  };
};
