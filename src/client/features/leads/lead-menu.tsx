import { Ellipsis } from 'lucide-react';
import { lazyPart } from '../../lib/parts.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useMay } from '../../lib/role.ts';
import type { ButtonVariant } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/menu.tsx';

const load = () => import('./lead-menu-entries.tsx');
const LeadMenuEntries = lazyPart(load);

/** A lead's action menu. It isn't shown to viewers, or if the homeowner was erased. */
export function LeadMenu({ lead, variant = 'quiet' }: { lead: LeadView; variant?: ButtonVariant }) {
  const { work } = useMay();
  if (!work || lead.erasedAt) return null;
  const entries = lead.estimateSentAt === null ? 'Follow Up' : 'Follow Up, Resend Estimate';
  return (
    <LazyMenu
      load={load}
      trigger={
        <IconButton label={`More options for ${lead.name}: ${entries}`} tip="More" variant={variant}>
          <Ellipsis className="i" aria-hidden />
        </IconButton>
      }
    >
      {(trigger) => <LeadMenuEntries trigger={trigger} lead={lead} />}
    </LazyMenu>
  );
}
