import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { KeptList } from './kept-list.tsx';
import './data-rights.css';

/** Says that a lead's homeowner was erased, and what's kept. */
export default function ErasedLead({ lead }: { lead: LeadView }) {
  const { zone } = useTimeZone();
  const { manage } = useMay();
  const { data } = trpc.leads.erasure.useQuery({ leadId: lead.id }, { enabled: manage });
  return (
    <Note>
      <div className="stack-s">
        <p>The homeowner was erased on {lead.erasedAt && formatDay(lead.erasedAt, zone)}. This can’t be undone.</p>
        {data && <KeptList kept={data.kept} />}
      </div>
    </Note>
  );
}
