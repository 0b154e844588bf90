import { useMay } from '../../lib/role.ts';
import { DeletePart } from './delete-part.tsx';
import { ExportPart } from './export-part.tsx';
import './data-rights.css';
import { useTimeZone } from '../../lib/company.ts';
import { formatMoment } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Lists who did what with the team, the plan and the data, newest first. */
function HistoryPart() {
  const now = useNow();
  const { zone } = useTimeZone();
  const query = trpc.company.auditLog.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor ?? undefined, staleTime: 0 },
  );
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="stack" aria-labelledby="history-title">
      <div className="stack-s">
        <h3 id="history-title">History</h3>
        <p className="muted">
          Who changed your team or your plan, and who took out or deleted data. Only owners see it.
        </p>
      </div>
      {query.isPending && <SkeletonRows rows={3} height={56} label="Loading the history" />}
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {query.data && items.length === 0 && <p>Nothing has been changed yet.</p>}
      {items.length > 0 && (
        <ul className="data-history">
          {items.map(({ id, at, who, what }) => (
            <li key={id}>
              <p className="font-semibold break-words">{what}</p>
              <p className="sm muted break-words">
                {who}, <time dateTime={at}>{formatMoment(at, now, zone)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} className="justify-self-start" />
    </section>
  );
}

/** What the company can do with its data. Managers export. Owners also see who did what, and can delete the company. */
export default function DataSection() {
  const { own } = useMay();
  return (
    <div className="data-section stack gap-6">
      <h2>Your data</h2>
      <ExportPart />
      {own && <DeletePart />}
      {own && <HistoryPart />}
    </div>
  );
}
