import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { OPENED, useLeadsAddress } from './leads-address.ts';

/** Describes the details that the two leads have in common. */
const sharedText = (lead: LeadView, other: LeadView): string =>
  [
    lead.email !== null && lead.email === other.email ? lead.email : null,
    lead.phone !== null && lead.phone === other.phone ? formatPhone(lead.phone) : null,
  ]
    .filter(Boolean)
    .join(', ');

/** Warns that another lead may be for the same person. The contractor decides whether to merge them. */
export function DuplicateNote({ lead }: { lead: LeadView }) {
  const { openMerge, linkTo } = useLeadsAddress();
  const { zone } = useTimeZone();
  const utils = trpc.useUtils();
  const alike = trpc.leads.duplicates.useQuery({ leadId: lead.id });
  const apart = trpc.leads.keepApart.useMutation({
    onSuccess: () => {
      void utils.leads.duplicates.invalidate();
      toast.done('Kept as two leads');
    },
    onError: (error) => sayFailed('We couldn’t save your choice to keep these leads separate', error),
  });
  const other = alike.data?.items[0];
  if (!other) return null;
  return (
    <Note tone="pine">
      <div className="stack-s">
        <p>
          This may be the same person as{' '}
          <Link to={linkTo({ lead: other.id })} state={OPENED} keepScroll>
            {other.name}
          </Link>
          , added {formatDay(other.createdAt, zone)}: {sharedText(lead, other)}.
        </p>
        <div className="row flex-wrap gap-2">
          <Button onClick={() => openMerge(lead.id, other.id)}>Merge</Button>
          <Button
            variant="quiet"
            working={apart.isPending}
            onClick={() => apart.mutate({ leadId: lead.id, otherLeadId: other.id })}
          >
            Not the same person
          </Button>
        </div>
      </div>
    </Note>
  );
}
