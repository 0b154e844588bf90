import { useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import type { LeadsAddress } from './leads-address.ts';

type Filter = Pick<
  LeadsAddress,
  'search' | 'status' | 'sort' | 'archived' | 'awaiting' | 'unread' | 'review' | 'assignee'
>;

interface Seen {
  key: string;
  ids: ReadonlySet<string>;
  fresh: ReadonlySet<string>;
}

/**
 * Returns the IDs of new leads. A lead is new if it appeared above the leads that were already displayed. Leads from
 * the next page aren't new. A new lead stays marked until another new lead arrives, but the animation of its row takes
 * only 2 s.
 */
const useFresh = (leads: readonly LeadView[] | undefined, key: string): ReadonlySet<string> => {
  const [seen, setSeen] = useState<Seen>({ key, ids: new Set(), fresh: new Set() });
  if (!leads) return seen.fresh;
  const ids = leads.map((lead) => lead.id);
  const firstKnown = ids.findIndex((id) => seen.ids.has(id));
  if (seen.key === key && ids.every((id) => seen.ids.has(id))) return seen.fresh;
  const arrived = seen.key === key && firstKnown > 0 ? ids.slice(0, firstKnown) : [];
  const next = {
    key,
    ids: new Set([...(seen.key === key ? seen.ids : []), ...ids]),
    fresh: arrived.length > 0 ? new Set(arrived) : seen.key === key ? seen.fresh : new Set<string>(),
  };
  setSeen(next);
  return next.fresh;
};

/** Loads the leads that match the URL, page by page. While a new filter loads, the previous list stays visible. */
export const useLeadList = ({ search, status, sort, archived, awaiting, unread, review, assignee }: Filter) => {
  const query = trpc.leads.list.useInfiniteQuery(
    {
      sort,
      archived,
      awaiting,
      unread,
      ...(search && { search }),
      ...(status && { status }),
      ...(assignee && { assignee }),
      ...(review && { review: true, spam: review === 'spam' }),
    },
    { getNextPageParam: (page) => page.nextCursor ?? undefined, placeholderData: (before) => before },
  );
  const leads = query.data?.pages.flatMap((page) => page.items);
  const fresh = useFresh(
    query.isPlaceholderData ? undefined : leads,
    [status, sort, archived, awaiting, unread, review, assignee, search].join(' '),
  );
  return { query, leads, fresh };
};
