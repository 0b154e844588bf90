import { Archive, CalendarClock, Ellipsis, Send } from 'lucide-react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { ButtonVariant } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useLeadsAddress } from './leads-address.ts';
import { useArchive } from './use-archive.ts';
import { useResend } from './use-resend.ts';

/** 'Follow Up', 'Resend Estimate' and archiving of one lead. */
export function LeadMenu({ lead, variant = 'quiet' }: { lead: LeadView; variant?: ButtonVariant }) {
  const { openDialog } = useLeadsAddress();
  const resend = useResend();
  const archive = useArchive();
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${lead.name}: Follow Up, Resend Estimate`} tip="More" variant={variant}>
          <Ellipsis className="i" aria-hidden />
        </IconButton>
      }
      entries={[
        {
          kind: 'action',
          label: 'Follow Up',
          icon: <CalendarClock className="i" aria-hidden />,
          onSelect: () => openDialog(lead.id, 'follow-up'),
        },
        {
          kind: 'action',
          label: 'Resend Estimate',
          icon: <Send className="i" aria-hidden />,
          onSelect: () => resend(lead),
        },
        {
          kind: 'action',
          label: lead.archivedAt ? 'Restore' : 'Archive',
          icon: <Archive className="i" aria-hidden />,
          onSelect: () => archive(lead),
        },
      ]}
    />
  );
}
