import {
  Archive,
  CalendarClock,
  FilePenLine,
  Flag,
  MailOpen,
  MailX,
  MessageSquareOff,
  Pencil,
  Send,
  ShieldX,
  SquareKanban,
  Undo2,
  UserX,
} from 'lucide-react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { MenuProps } from '../../ui/menu.tsx';
import MenuContent from '../../ui/menu-content.tsx';
import { newDealAddress } from '../crm/crm-address.ts';
import { useLeadsAddress } from './leads-address.ts';
import { stepAfterEstimate } from './lead-words.ts';
import { useArchive } from './use-archive.ts';
import { useOutcome } from './use-outcome.ts';
import { useReview } from './use-review.ts';
import { useMay } from '../../lib/role.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useTimeZone } from '../../lib/company.ts';
import { useTakesVisits } from '../visits/use-takes-visits.ts';
import { waitingTextWords } from '../estimates/estimate.words.ts';

/** Marks a conversation as unread and closes it, or marks it as read. */
const useMarkUnread = () => {
  const utils = trpc.useUtils();
  const { leadId, close } = useLeadsAddress();
  const unread = trpc.messages.markUnread.useMutation();
  const read = trpc.messages.markRead.useMutation();
  return async (lead: LeadView): Promise<void> => {
    const mark = lead.unread > 0 ? read : unread;
    // If the conversation stayed open, it would immediately be marked as read again.
    if (mark === unread && leadId === lead.id) close();
    try {
      // Awaits the call, because the mutation's callbacks don't run once the menu has closed.
      await mark.mutateAsync({ leadId: lead.id });
      void utils.leads.invalidate();
      toast.done(`${lead.name} marked as ${mark === unread ? 'unread' : 'read'}`);
    } catch (error) {
      sayFailed(`We couldn’t mark the conversation as ${mark === unread ? 'unread' : 'read'}`, error);
    }
  };
};

/** Sends the newest version of a lead's estimate again (wording: spec, section 8). */
const useResend = () => {
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

/** A lead's menu: 'Follow Up', 'Resend Estimate' if an estimate was sent, and the actions for the lead itself. */
export default function LeadMenuEntries({ lead, trigger }: { lead: LeadView } & Pick<MenuProps, 'trigger'>) {
  const { openDialog } = useLeadsAddress();
  const resend = useResend();
  const archive = useArchive();
  const mark = useMarkUnread();
  const { decide } = useReview();
  const { manage } = useMay();
  const { reopen } = useOutcome(lead);
  const takesVisits = useTakesVisits();
  return (
    <MenuContent
      trigger={trigger}
      title={lead.name}
      entries={[
        // If the main button is for another step, such as answering, the menu has an entry that opens the estimate.
        ...(stepAfterEstimate(lead, takesVisits) === undefined
          ? []
          : [
              {
                kind: 'action' as const,
                label: 'View & Send Estimate',
                icon: <FilePenLine className="i" aria-hidden />,
                onSelect: () => openDialog(lead.id, 'estimate'),
              },
            ]),
        {
          kind: 'action',
          label: 'Follow Up',
          icon: <CalendarClock className="i" aria-hidden />,
          onSelect: () => openDialog(lead.id, 'follow-up'),
        },
        ...(lead.estimateSentAt === null
          ? []
          : [
              {
                kind: 'action' as const,
                label: 'Resend Estimate',
                icon: <Send className="i" aria-hidden />,
                onSelect: () => resend(lead),
              },
            ]),
        { kind: 'rule' },
        {
          kind: 'action',
          label: 'Edit lead',
          icon: <Pencil className="i" aria-hidden />,
          onSelect: () => openDialog(lead.id, 'edit'),
        },
        lead.outcome
          ? { kind: 'action', label: 'Reopen', icon: <Undo2 className="i" aria-hidden />, onSelect: reopen }
          : {
              kind: 'action',
              label: 'Mark as won or lost',
              icon: <Flag className="i" aria-hidden />,
              onSelect: () => openDialog(lead.id, 'outcome'),
            },
        {
          kind: 'link',
          label: 'Add to CRM',
          icon: <SquareKanban className="i" aria-hidden />,
          to: newDealAddress(lead.id),
        },
        { kind: 'rule' },
        {
          kind: 'action',
          label: lead.unread > 0 ? 'Mark as read' : 'Mark as unread',
          icon: <MailOpen className="i" aria-hidden />,
          onSelect: () => void mark(lead),
        },
        {
          kind: 'action',
          label: lead.archivedAt ? 'Restore' : 'Archive',
          icon: <Archive className="i" aria-hidden />,
          onSelect: () => archive(lead),
        },
        { kind: 'rule' },
        ...(lead.phone === null || lead.sms.refusal === 'opted_out'
          ? []
          : [
              {
                kind: 'action' as const,
                label: 'Stop texts',
                icon: <MessageSquareOff className="i" aria-hidden />,
                onSelect: () => openDialog(lead.id, 'no-texts'),
              },
            ]),
        ...(lead.email === null
          ? []
          : [
              {
                kind: 'action' as const,
                label: 'Stop email follow-ups',
                icon: <MailX className="i" aria-hidden />,
                onSelect: () => openDialog(lead.id, 'no-email'),
              },
            ]),
        ...(lead.source === 'widget' && lead.estimateSentAt === null
          ? [
              {
                kind: 'action' as const,
                label: 'Mark as spam',
                icon: <ShieldX className="i" aria-hidden />,
                onSelect: () => decide(lead, 'spam'),
              },
            ]
          : []),
        ...(manage
          ? [
              { kind: 'rule' as const },
              {
                kind: 'action' as const,
                label: 'Erase homeowner',
                icon: <UserX className="i" aria-hidden />,
                danger: true,
                onSelect: () => openDialog(lead.id, 'erase'),
              },
            ]
          : []),
      ]}
    />
  );
}
