import { useEffect, useEffectEvent, useState } from 'react';
import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { MAX_SEARCH } from '#shared/features/crm/crm.limits.ts';
import { trpc } from '../../lib/trpc.ts';
import { Select } from '../../ui/input.tsx';
import { NO_OWNER, useCrmAddress } from './crm-address.ts';

const PAUSE_MS = 250;

/** Returns the deals that match the search and the owner in the URL, or null if neither is set. */
export const useFound = (orgId: string) => {
  const { search, owner } = useCrmAddress();
  const filtered = search !== '' || owner !== null;
  const query = trpc.crm.deals.list.useQuery(
    { orgId, ...(search && { search }), ...(owner !== null && { ownerId: owner === NO_OWNER ? null : owner }) },
    { enabled: filtered, placeholderData: (before) => before },
  );
  const ids = filtered && query.data ? new Set(query.data.map(({ id }) => id)) : null;
  return { filtered, ids, query };
};

function DealSearch() {
  const { search, searchFor } = useCrmAddress();
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  // The URL changed outside this field (Back, 'Show all deals'), so the typed text is replaced with the URL's search.
  if (search !== known) {
    setKnown(search);
    if (search !== text.trim()) setText(search);
  }
  const send = useEffectEvent(() => searchFor(text.trim()));
  useEffect(() => {
    if (text.trim() === search) return;
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, search]);
  return (
    <input
      className="input grow md:max-w-[340px]"
      type="search"
      maxLength={MAX_SEARCH}
      placeholder="Title, note, lead or street"
      aria-label="Search deals"
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

const ALL = '';

/** A search field for the organization's deals, and a filter by owner. The URL stores both. */
export function DealFilter({ deals }: { deals: readonly DealView[] }) {
  const { owner, ownedBy } = useCrmAddress();
  const owners = new Map(deals.flatMap((deal) => (deal.owner ? [[deal.owner.userId, deal.owner.name] as const] : [])));
  return (
    <div className="row grow flex-wrap gap-2 md:justify-end" role="search" aria-label="Deals">
      <DealSearch />
      {(owners.size > 0 || owner !== null) && (
        <Select
          className="deal-owner"
          aria-label="Owner"
          value={owner ?? ALL}
          onChange={(event) => ownedBy(event.target.value === ALL ? null : event.target.value)}
        >
          <option value={ALL}>All owners</option>
          {[...owners].map(([userId, name]) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
          <option value={NO_OWNER}>No owner</option>
        </Select>
      )}
    </div>
  );
}
