import { Ellipsis, Plus } from 'lucide-react';
import { lazyPart } from '../../lib/parts.ts';
import { Link } from '../../lib/router.tsx';
import { LEAD_STATUS_LABEL } from '#shared/features/leads/lead-status.rules.ts';
import type { LeadSummaryView } from '#shared/features/leads/leads.schema.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useMay } from '../../lib/role.ts';
import { LazyMenu } from '../../ui/menu.tsx';
import type { TodayView } from '#shared/features/today/today.schema.ts';
import { countToday } from '../today/count-today.ts';
import { inWords, SORT_LABEL } from './lead-words.ts';
import { ALL_LEADS, REPORTS, sortOf, SORTS, useLeadsAddress } from './leads-address.ts';

const loadMore = () => import('./leads-more.tsx');
const LeadsMore = lazyPart(loadMore);

const WHOSE: Readonly<Record<string, string>> = { me: 'your leads', none: 'unassigned leads' };

interface HeadProps {
  summary: LeadSummaryView | undefined;
  today: TodayView | undefined;
  phone: boolean;
}

/** Names the current filter. Without a filter, says whether there's something to do. */
function Line({ summary, today }: Pick<HeadProps, 'summary' | 'today'>) {
  const { archived, awaiting, unread, review, assignee, status, linkTo } = useLeadsAddress();
  if (archived || awaiting || unread || review || assignee || status)
    return (
      <>
        {status && `Only leads with the status ${LEAD_STATUS_LABEL[status]}. `}
        {awaiting && 'Only leads waiting for an answer. '}
        {assignee && `Only ${WHOSE[assignee] ?? 'one person’s leads'}. `}
        {unread && 'Only leads with unread messages. '}
        {review === 'open' && 'Requests that looked unusual. Nothing is sent until you accept them. '}
        {review === 'spam' && 'Requests that you marked as spam. '}
        <Link className="to-all" to={linkTo(ALL_LEADS)}>
          Back to all leads
        </Link>
      </>
    );
  if (!summary || !today) return '\u00a0';
  if (summary.total === 0) return 'No leads yet. Leads from your widget appear here.';
  const count = countToday(today);
  return count === 0
    ? 'No leads need your attention.'
    : `${inWords(count)} ${count === 1 ? 'thing' : 'things'} to do today.`;
}

/** A select element for the list's sort order. */
export function SortChoice() {
  const { sort, sortBy } = useLeadsAddress();
  return (
    <select
      className="input sort"
      aria-label="Order"
      value={sort}
      onChange={(event) => sortBy(sortOf(event.target.value))}
    >
      {SORTS.map((order) => (
        <option key={order} value={order}>
          {SORT_LABEL[order]}
        </option>
      ))}
    </select>
  );
}

/** Opens the form for adding a lead manually. On phones, the bar at the bottom has this button instead. */
function AddLead() {
  const { openDialog } = useLeadsAddress();
  return (
    <Button icon={<Plus className="i" aria-hidden />} onClick={() => openDialog(null, 'add')}>
      Add Lead
    </Button>
  );
}

/** The tab's title, what needs attention, and the actions for the list. */
export function LeadsHead({ summary, today, phone }: HeadProps) {
  const { archived, review } = useLeadsAddress();
  const may = useMay();
  const title = review ? (review === 'spam' ? 'Spam' : 'Review') : archived ? 'Archived leads' : 'Customer Leads';
  return (
    <div className="row between items-start gap-2">
      <div className="grow">
        <h1>{title}</h1>
        <p className="muted attention">
          <Line summary={summary} today={today} />
        </p>
      </div>
      {!phone && may.office && (
        <Link className={buttonClass('quiet')} to={REPORTS}>
          Reports
        </Link>
      )}
      <LazyMenu
        load={loadMore}
        trigger={
          <IconButton label="More options for all leads" tip="More" variant="default">
            <Ellipsis className="i" aria-hidden />
          </IconButton>
        }
      >
        {(trigger) => <LeadsMore trigger={trigger} />}
      </LazyMenu>
      {!phone && may.work && <AddLead />}
    </div>
  );
}
