import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { LeadSummaryView } from '#shared/features/leads/leads.schema.ts';
import { lazyPart } from '../../lib/parts.ts';
import { problemOf } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { usePhone } from '../../lib/media.ts';
import { recall, remember } from '../../lib/remember.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LeadSearch } from './lead-search.tsx';
import { LeadsHead, SortChoice } from './leads-head.tsx';
import { FirstStepsPlace } from './first-steps-place.tsx';
import { type LeadsAddress, OWED, useLeadsAddress } from './leads-address.ts';
import { LeadsTable } from './leads-table.tsx';
import './leads.css';
import { useLeadList } from './use-lead-list.ts';
import { countToday } from '../today/count-today.ts';
import { Link, useSearch } from '../../lib/router.tsx';
import { LEAD_STATUS_LABEL, LEAD_STATUSES } from '#shared/features/leads/lead-status.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { SUM_WORD } from './lead-words.ts';

/**
 * The filter by status: four buttons in a row, each with its count, label and total. Pressing the selected button again
 * clears the filter. Below it, a link to the customers who owe money.
 */
function StatusRail({ summary }: { summary: LeadSummaryView | undefined }) {
  const { status: chosen, linkTo } = useLeadsAddress();
  return (
    <>
      <nav className="rail stages" aria-label="Filter by status">
        {LEAD_STATUSES.map((status) => {
          const here = summary?.statuses[status];
          const current = status === chosen;
          return (
            <Link
              key={status}
              to={linkTo({ status: current ? null : status })}
              keepScroll
              aria-current={current ? 'true' : undefined}
            >
              <b>{here ? here.count.toLocaleString('en-US') : '\u00a0'}</b>
              <span>{LEAD_STATUS_LABEL[status]}</span>
              <span className="num desk">{here ? `${formatCents(here.cents)} ${SUM_WORD[status]}` : '\u00a0'}</span>
            </Link>
          );
        })}
      </nav>
      <p>
        <Link to={OWED}>Who owes you</Link>
        {summary && `: ${formatCents(summary.owed.cents)}${summary.owed.cents > 0 ? ' in all' : ''}`}
      </p>
    </>
  );
}

/** The other views of this tab, by `view` in the URL. */
const VIEWS: Readonly<Record<string, ComponentType>> = {
  owed: lazyPart(() => import('../payments/owed-view.tsx')),
  reports: lazyPart(() => import('../reports/reports-view.tsx')),
  calendar: lazyPart(() => import('../visits/visit-calendar.tsx')),
};
const Today = lazyPart(() => import('../today/today.tsx'));
const FirstSteps = lazyPart(() => import('./first-steps.tsx'));
const NoLeads = lazyPart(() => import('./no-leads.tsx'));
const ReviewList = lazyPart(() => import('./review-list.tsx'));
const loadCards = async () => ({ default: (await import('./leads-cards.tsx')).LeadsCards });
/** The list on phones. It's loaded while the leads are. */
const LeadsCards = lazyPart(loadCards);
const LeadDialogs = lazyPart(() => import('./lead-dialogs.tsx'));
const loadSheet = () => import('./lead-sheet.tsx');
const LeadSheet = lazyPart(loadSheet);
const SHEET_AFTER = 2 * SECOND;
const CHECKLIST = 'first-steps';
/** At midnight and as days pass, there's something else to do although nothing has changed. */
const TODAY_AGAIN = 10 * MINUTE;

/** Preloads the sheet's code once the list is shown, so that a lead can be opened even if the connection is lost. */
const useSheetInReserve = (shown: boolean) => {
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => void loadSheet().catch(() => undefined), SHEET_AFTER);
    return () => clearTimeout(timer);
  }, [shown]);
};

/**
 * Loads the setup checklist. `expected` is true if the checklist is open. It's also true if the checklist is still
 * loading but was open last time, so that its space is reserved. `unknown` is true while the checklist loads for the
 * first time in this browser (`first`).
 */
const useChecklist = () => {
  const [before] = useState(() => recall(CHECKLIST));
  // Members who can't change settings have no setup steps.
  const { manage } = useMay();
  const query = trpc.company.checklist.useQuery(undefined, { staleTime: 300_000, enabled: manage });
  const { data, isPending } = query;
  const open = data?.open;
  useEffect(() => {
    if (open !== undefined) remember(CHECKLIST, open ? 'open' : 'closed');
  }, [open]);
  return {
    data,
    expected: manage && (open ?? (isPending && before === 'open')),
    first: before === null,
    unknown: before === null && query.isLoading && query.failureCount === 0,
  };
};

/** Returns '7 leads'. If there are more pages, returns '50 of 2,000 leads', or '50+ leads' if the total is unknown. */
const countText = (shown: number, of: number | null, more: boolean): string => {
  const count = shown.toLocaleString('en-US');
  if (more) return of === null || of <= shown ? `${count}+ leads` : `${count} of ${of.toLocaleString('en-US')} leads`;
  return `${count} ${shown === 1 ? 'lead' : 'leads'}`;
};

/**
 * Returns the total number of leads in the list, from the figures above it. Returns null if no figure matches the
 * current filter.
 */
const totalOf = (
  summary: LeadSummaryView | undefined,
  { search, archived, awaiting, unread, review, status, assignee }: LeadsAddress,
): number | null => {
  if (!summary || search || archived || unread || review || assignee) return null;
  if (awaiting) return status ? null : summary.awaiting.count;
  return status ? summary.statuses[status].count : summary.total;
};

const isOverview = ({ archived, awaiting, unread, review, assignee }: LeadsAddress): boolean =>
  !archived && !awaiting && !unread && review === null && !assignee;

const isNarrowed = ({ search, archived, awaiting, unread, review, status, assignee }: LeadsAddress): boolean =>
  Boolean(search || assignee) || archived || awaiting || unread || review !== null || status !== null;

/** The Leads tab (spec, section 2): the leads, or another view of them, unless a lead is open. */
export function LeadsTab() {
  const params = useSearch();
  const view = params.get('view') ?? '';
  const View = view === 'reports' || !params.get('lead') ? VIEWS[view] : null;
  if (!View) return <LeadsList />;
  return (
    <Suspense fallback={<SkeletonRows rows={4} height={120} label="Loading" />}>
      <View />
    </Suspense>
  );
}

/** The leads view: what needs attention, the status filter, the search field and the list. */
function LeadsList() {
  const phone = usePhone();
  const address = useLeadsAddress();
  const now = useNow();
  const summary = trpc.leads.summary.useQuery();
  const { query, leads, fresh } = useLeadList(address);
  const checklist = useChecklist();
  const folded = summary.data && summary.data.total > 0;
  // On the first visit from this browser, the list waits until the height of the steps above it is known.
  const unknown = checklist.unknown || (checklist.first && checklist.expected && summary.isLoading);
  useSheetInReserve(leads !== undefined);
  useEffect(() => {
    if (phone) void loadCards().catch(() => undefined);
  }, [phone]);
  const List = phone ? LeadsCards : LeadsTable;
  const overview = isOverview(address) && !address.search && address.status === null;
  const today = trpc.today.get.useQuery(undefined, { enabled: overview, refetchInterval: TODAY_AGAIN });
  const toDo = overview && today.data && countToday(today.data) > 0 ? today.data : undefined;
  // The list waits for what is above it, so that nothing moves.
  const waitsForToday = overview && today.isPending && today.failureCount === 0;
  // If there are no leads to filter or search, only the next step is shown.
  const none = leads?.length === 0 && summary.data?.total === 0 && !isNarrowed(address);
  // In the archive, the search field is shown only once leads are loaded, so that nothing moves if there are none.
  const noneArchived = address.archived && !address.search && !leads?.length;
  return (
    <>
      <LeadsHead summary={summary.data} today={today.data} phone={phone} />
      {checklist.expected && (
        <Suspense fallback={<FirstStepsPlace folded={folded} />}>
          {/* They're folded once there's a lead, so they wait for the number of leads. */}
          {checklist.data && !summary.isPending ? (
            <FirstSteps checklist={checklist.data} noLeads={summary.data?.total === 0} />
          ) : (
            <FirstStepsPlace folded={folded} />
          )}
        </Suspense>
      )}
      {!none && !unknown && isOverview(address) && <StatusRail summary={summary.data} />}
      {!none && !unknown && !noneArchived && (
        <div className={`row between gap-2 ${address.review ? 'max-w-[680px]' : ''}`}>
          <LeadSearch />
          <div className="row desk">
            <output className="sm muted num">
              {leads && countText(leads.length, totalOf(summary.data, address), query.hasNextPage)}
            </output>
            <SortChoice />
          </div>
        </div>
      )}
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {(query.isPending || (leads !== undefined && waitsForToday)) && (
        <div key={String(unknown)} className="card px-5">
          <SkeletonRows rows={6} height={phone ? 190 : 74} label="Loading leads" />
        </div>
      )}
      {leads && (leads.length > 0 || toDo) && !unknown && !waitsForToday && (
        <div className="stack" aria-busy={query.isPlaceholderData}>
          {address.review ? (
            <Suspense fallback={<SkeletonRows rows={3} height={190} label="Loading leads" />}>
              <ReviewList leads={leads} />
            </Suspense>
          ) : (
            <Suspense fallback={<SkeletonRows rows={6} height={190} label="Loading leads" />}>
              {toDo && <Today today={toDo} />}
              {leads.length > 0 && <List leads={leads} fresh={fresh} now={now} />}
            </Suspense>
          )}
          <ShowMore query={query} />
        </div>
      )}
      {leads?.length === 0 && !(none && checklist.expected) && (
        <div className="card">
          <Suspense fallback={<div className="empty" />}>
            <NoLeads />
          </Suspense>
        </div>
      )}
      <Suspense fallback={null}>
        {address.leadId && !address.dialog && (
          <LeadSheet
            leadId={address.leadId}
            listed={leads?.find(({ id }) => id === address.leadId)}
            neighbours={leads?.map(({ id }) => id) ?? (query.isPending ? undefined : [])}
          />
        )}
        {address.dialog && <LeadDialogs />}
      </Suspense>
    </>
  );
}
