import { useState } from 'react';
import { useTimeZone } from '../../lib/company.ts';
import { formatMoment } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { historyText } from './history-words.ts';
import { LoadProblem } from './load-problem.tsx';

function Events({ dealId }: { dealId: string }) {
  const { zone } = useTimeZone();
  const now = useNow();
  const query = trpc.crm.deals.history.useInfiniteQuery(
    { dealId },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  );
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <LoadProblem what="history" query={query} />
      {query.isPending && <SkeletonRows rows={2} height={44} label="Loading history" />}
      {items && (
        <ol className="deal-history">
          {items.map((event) => (
            <li key={event.id}>
              <p className="sm">{historyText(event)}</p>
              <p className="xs muted num">
                {event.by && `${event.by.name}, `}
                {formatMoment(event.at, now, zone)}
              </p>
            </li>
          ))}
        </ol>
      )}
      <ShowMore query={query} className="justify-self-start" />
    </>
  );
}

/** A deal's history, newest first. It's loaded when the history section is expanded. */
export function DealHistory({ dealId }: { dealId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="lost" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      <div className="stack-s pb-3">{open && <Events dealId={dealId} />}</div>
    </details>
  );
}
