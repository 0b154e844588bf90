import { lazy, Suspense } from 'react';
import { Link } from '../../lib/router.tsx';
import { LEAD_STATUS_LABEL } from '#shared/features/leads/lead-status.labels.ts';
import { problemOf } from '../../lib/errors.ts';
import { usePhone } from '../../lib/media.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LeadDialogs } from './lead-dialogs.tsx';
import { LeadSearch } from './lead-search.tsx';
import { LeadsHead, SortChoice } from './leads-head.tsx';
import { useLeadsAddress } from './leads-address.ts';
import { LeadsCards } from './leads-cards.tsx';
import { LeadsTable } from './leads-table.tsx';
import './leads.css';
import { StatusRail } from './status-rail.tsx';
import { useLeadList } from './use-lead-list.ts';

const LeadSheet = lazy(() => import('./lead-sheet.tsx'));

/** Nothing to list: because of the search, because of the status, or because there is no lead at all. */
function NothingHere({ address }: { address: ReturnType<typeof useLeadsAddress> }) {
  if (address.search)
    return (
      <Empty title="No lead fits" actions={<Button onClick={address.clear}>Clear search</Button>}>
        No name, street, phone or email matches “{address.search}”.
      </Empty>
    );
  if (address.archived)
    return (
      <Empty
        title="Nothing is archived"
        actions={<Link to={address.linkTo({ archived: null })}>Back to Customer Leads</Link>}
      >
        Archive a lead from its menu: it leaves the list and keeps everything.
      </Empty>
    );
  if (address.status)
    return (
      <Empty
        title={`No lead is ${LEAD_STATUS_LABEL[address.status]}`}
        actions={<Button onClick={address.clear}>Show all leads</Button>}
      />
    );
  return (
    <Empty
      title="No leads yet"
      actions={
        <a className={buttonClass('primary')} href="/widget-demo" target="_blank" rel="noopener">
          Try the widget demo
        </a>
      }
    >
      When a homeowner asks for a price in your widget, the lead appears here at once.
    </Empty>
  );
}

/** '7 leads'; with a further page '50+ leads'. */
const countText = (shown: number, more: boolean): string =>
  `${shown.toLocaleString('en-US')}${more ? '+' : ''} ${shown === 1 && !more ? 'lead' : 'leads'}`;

/** The Leads tab (spec, section 2): what wants attention, the rail filter, search and the list. */
export function LeadsTab() {
  const phone = usePhone();
  const address = useLeadsAddress();
  const summary = trpc.leads.summary.useQuery();
  const { query, leads, fresh } = useLeadList(address);
  const List = phone ? LeadsCards : LeadsTable;

  return (
    <>
      <LeadsHead summary={summary.data} />
      {!address.archived && <StatusRail summary={summary.data} />}
      <div className="row between gap-2">
        <LeadSearch />
        <div className="row desk">
          <output className="sm muted num">{leads && countText(leads.length, query.hasNextPage)}</output>
          <SortChoice />
        </div>
      </div>
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {query.isPending && (
        <div className="card px-5">
          <SkeletonRows rows={6} height={phone ? 190 : 74} label="Loading leads" />
        </div>
      )}
      {leads?.length === 0 && (
        <div className="card">
          <NothingHere address={address} />
        </div>
      )}
      {leads && leads.length > 0 && (
        <div className="stack" aria-busy={query.isPlaceholderData}>
          <List leads={leads} fresh={fresh} />
          {query.hasNextPage && (
            <Button
              className="justify-self-center"
              working={query.isFetchingNextPage}
              workingText="Loading..."
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {address.leadId && !address.dialog && (
          <LeadSheet leadId={address.leadId} neighbours={leads?.map((lead) => lead.id) ?? []} />
        )}
      </Suspense>
      <LeadDialogs />
    </>
  );
}
