import { problemOf } from '../../lib/errors.ts';
import { usePhone } from '../../lib/media.ts';
import { useNow } from '../../lib/now.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LeadsCards } from '../leads/leads-cards.tsx';
import { LeadsTable } from '../leads/leads-table.tsx';
import { figureText, periodText } from './report-words.ts';
import { inputOf, type ReportsAddress } from './reports-address.ts';

const NONE_FRESH: ReadonlySet<string> = new Set();

/** Lists the leads that a figure counts. The list looks like the leads list. */
export function FigureLeads({ address, figure }: { address: ReportsAddress; figure: string }) {
  const shown = figureText(figure);
  const phone = usePhone();
  const now = useNow();
  const { from, to, filters } = inputOf(address);
  const query = trpc.analytics.leads.useInfiniteQuery(
    { from, to, figure, ...(filters ? { filters } : {}) },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const leads = query.data?.pages.flatMap((page) => page.items);
  const List = phone ? LeadsCards : LeadsTable;
  return (
    <div className="stack">
      <div>
        <h1>Leads in this figure</h1>
        <p className="muted">
          {shown !== undefined && <b>{shown}. </b>}Created {periodText(from, to)}.{' '}
          <Link to={address.linkTo({ figure: null })}>Back to the report</Link>
        </p>
      </div>
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {query.isPending && <SkeletonRows rows={6} height={phone ? 190 : 74} label="Loading leads" />}
      {leads?.length === 0 && <p className="muted">No leads.</p>}
      {leads && leads.length > 0 && (
        <>
          <List leads={leads} fresh={NONE_FRESH} now={now} />
          <ShowMore query={query} />
        </>
      )}
    </div>
  );
}
