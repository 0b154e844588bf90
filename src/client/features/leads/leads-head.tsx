import { Ellipsis } from 'lucide-react';
import { Link } from '../../lib/router.tsx';
import type { LeadSummaryView } from '#shared/features/leads/leads.schema.ts';
import { usePhone } from '../../lib/media.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { newLeadsText, SORT_LABEL } from './lead-words.ts';
import { sortOf, SORTS, useLeadsAddress } from './leads-address.ts';

/** What wants attention, in one line that leads there; only what is true. */
function Attention({ summary }: { summary: LeadSummaryView | undefined }) {
  const { linkTo } = useLeadsAddress();
  if (!summary) return <p className="muted">&nbsp;</p>;
  const fresh = summary.statuses.new.count;
  if (fresh > 0)
    return (
      <p className="muted">
        <Link to={linkTo({ status: 'new' })}>{newLeadsText(fresh)}</Link>
      </p>
    );
  return (
    <p className="muted">{summary.total === 0 ? 'Leads from your widget land here.' : 'No new lead is waiting.'}</p>
  );
}

/** What is done with the list as a whole; on phones its order too, which has no room beside the search there. */
export function LeadsMore() {
  const phone = usePhone();
  const { sort, archived, sortBy, linkTo } = useLeadsAddress();
  const orders = SORTS.map((order): MenuEntry => ({
    kind: 'choice',
    label: SORT_LABEL[order],
    chosen: order === sort,
    onSelect: () => sortBy(order),
  }));
  return (
    <Menu
      trigger={
        <IconButton label="More for all leads" tip="More" variant="default">
          <Ellipsis className="i" aria-hidden />
        </IconButton>
      }
      entries={[
        archived
          ? { kind: 'link', label: 'Customer leads', to: linkTo({ archived: null }) }
          : { kind: 'link', label: 'Archived leads', to: linkTo({ archived: 'yes', status: null, search: null }) },
        ...(phone ? [{ kind: 'rule' } as const, ...orders] : []),
      ]}
    />
  );
}

/** The order of the list. */
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

/** The tab's name, what wants attention, and what one does here. */
export function LeadsHead({ summary }: { summary: LeadSummaryView | undefined }) {
  const { archived, linkTo } = useLeadsAddress();
  return (
    <div className="row between items-start">
      <div className="grow">
        <h1>{archived ? 'Archived Leads' : 'Customer Leads'}</h1>
        {archived ? (
          <p className="muted">
            <Link to={linkTo({ archived: null })}>Back to Customer Leads</Link>
          </p>
        ) : (
          <Attention summary={summary} />
        )}
      </div>
      <LeadsMore />
    </div>
  );
}
