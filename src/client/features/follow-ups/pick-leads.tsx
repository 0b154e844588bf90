import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useLeadsAddress } from '../leads/leads-address.ts';
import { LeadBadge } from '../leads/lead-badge.tsx';
import type { ChosenLead } from './start-many.rules.ts';

const PAGE = 100;

interface PickProps {
  chosen: ReadonlyMap<string, ChosenLead>;
  onChange: (chosen: ReadonlyMap<string, ChosenLead>) => void;
}

const asChosen = ({ id, name }: LeadView): [string, ChosenLead] => [id, { id, name }];

/** Returns text such as '185 ft, $1,709.70'. */
const fenceOf = ({ perimeter, quoteCents }: LeadView): string =>
  [
    perimeter === null ? 'Not measured' : formatFeet(perimeter),
    ...(quoteCents === null ? [] : [formatCents(quoteCents)]),
  ].join(', ');

function PickRow({ lead, on, onToggle }: { lead: LeadView; on: boolean; onToggle: () => void }) {
  return (
    <li>
      <label className="pick">
        <input type="checkbox" checked={on} onChange={onToggle} />
        <span className="grow">
          <b className="block">{lead.name}</b>
          <span className="sm muted">{lead.followUpStatus === 'active' ? 'Follow-ups are active' : fenceOf(lead)}</span>
        </span>
        <LeadBadge lead={lead} />
      </label>
    </li>
  );
}

/** Lets the contractor select some or all leads in the list. */
export function PickLeads({ chosen, onChange }: PickProps) {
  const { search, status, sort, awaiting, unread } = useLeadsAddress();
  const query = trpc.leads.list.useInfiniteQuery(
    { sort, awaiting, unread, limit: PAGE, ...(search && { search }), ...(status && { status }) },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const leads = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const all = leads.length > 0 && leads.every(({ id }) => chosen.has(id));
  const toggle = (lead: LeadView) => {
    const next = new Map(chosen);
    if (!next.delete(lead.id)) next.set(...asChosen(lead));
    onChange(next);
  };
  if (query.isError)
    return (
      <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
        {problemOf(query.error).message}
      </Banner>
    );
  if (query.isPending) return <SkeletonRows rows={6} height={56} label="Loading leads" />;
  if (leads.length === 0) return <p className="muted">No leads here. Close this window and choose other leads.</p>;
  return (
    <>
      <label className="pick">
        <input
          type="checkbox"
          checked={all}
          onChange={() => onChange(all ? new Map() : new Map([...chosen, ...leads.map(asChosen)]))}
        />
        <b className="num">Choose all {leads.length.toLocaleString('en-US')} shown</b>
      </label>
      <ul className="pick-rows">
        {leads.map((lead) => (
          <PickRow key={lead.id} lead={lead} on={chosen.has(lead.id)} onToggle={() => toggle(lead)} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}
