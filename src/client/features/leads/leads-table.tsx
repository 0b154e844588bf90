import { CalendarPlus, CircleDollarSign, FilePenLine, Reply } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { Link } from '../../lib/router.tsx';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { useMay } from '../../lib/role.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LeadBadge } from './lead-badge.tsx';
import { LeadFact } from './lead-fact.tsx';
import { LeadMenu } from './lead-menu.tsx';
import { Initials, type LeadItemProps, type LeadListProps, LeadMeasure, LeadPrice, rowId } from './lead-item.tsx';
import { newestFact, shortAddress, stepAfterEstimate } from './lead-words.ts';
import { useTakesVisits } from '../visits/use-takes-visits.ts';
import { UnreadMark } from './unread-mark.tsx';
import { OPENED, useLeadsAddress } from './leads-address.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

const pressedControl = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, [role="menu"]') !== null;

const STEP_ICON = { Answer: Reply, 'Collect deposit': CircleDollarSign, 'Book visit': CalendarPlus } as const;

/** A link to a lead's next step or, if the next step is the estimate, a button that opens it. */
function RowAct({ lead }: Pick<LeadItemProps, 'lead'>) {
  const { linkTo, openDialog } = useLeadsAddress();
  const step = stepAfterEstimate(lead, useTakesVisits());
  if (step) {
    const Icon = STEP_ICON[step.words];
    return (
      <Link
        className={`${buttonClass()} row-act`}
        to={linkTo({ lead: lead.id, ...step.at })}
        state={OPENED}
        keepScroll
        aria-label={`${step.words}: ${lead.name}`}
        data-tip={step.words}
      >
        <Icon className="i" aria-hidden />
        <span className="row-act-word">{step.words}</span>
      </Link>
    );
  }
  return (
    <Button
      className="row-act"
      icon={<FilePenLine className="i" aria-hidden />}
      aria-label={`View & Send Estimate for ${lead.name}`}
      data-tip="View & Send Estimate"
      onClick={() => openDialog(lead.id, 'estimate')}
    >
      <span className="row-act-word">Estimate</span>
    </Button>
  );
}

/** `at` is the index of the row in the list. */
function LeadRow({ lead, at, fresh, now }: LeadItemProps & { at: number }) {
  const { work } = useMay();
  const { leadId, linkTo, openLead } = useLeadsAddress();
  const { zone } = useTimeZone();
  // Only the name is a link. A click anywhere else in the row has the same effect.
  const onClick = (event: MouseEvent) => {
    if (!pressedControl(event) && getSelection()?.isCollapsed !== false) openLead(lead.id);
  };
  const names = [fresh && 'fresh', lead.id === leadId && 'cur'].filter(Boolean).join(' ');
  return (
    <tr className={names || undefined} aria-rowindex={at + 2} onClick={onClick}>
      <td>
        <span className="row gap-1.5">
          <Link
            id={rowId(lead.id)}
            className="name"
            to={linkTo({ lead: lead.id, view: null })}
            state={OPENED}
            keepScroll
          >
            {lead.name}
          </Link>
          <UnreadMark count={lead.unread} />
          <Initials lead={lead} />
        </span>
        <small>{lead.address ? shortAddress(lead.address) : 'No address provided'}</small>
      </td>
      <td>
        <span className="cut mail">{lead.email ?? 'No email provided'}</span>
        <small className="num">{lead.phone ? formatPhone(lead.phone) : 'No phone provided'}</small>
      </td>
      <td className="num">{formatDay(lead.createdAt, zone)}</td>
      <td>
        <LeadMeasure lead={lead} small />
      </td>
      <td className="r price">
        <LeadPrice lead={lead} />
      </td>
      <td>
        <LeadBadge lead={lead} />
        <small>
          <LeadFact lead={lead}>{newestFact(lead, { zone, now })}</LeadFact>
        </small>
      </td>
      <td className="r acts">
        {work && !lead.erasedAt && <RowAct lead={lead} />}
        <LeadMenu lead={lead} />
      </td>
    </tr>
  );
}

/** A row's height in px, as in leads.css. */
const ROW = 74;
/** An empty row that takes up the height of the rows that aren't rendered. */
const Space = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className="space">
      <td colSpan={COLUMNS.length} style={{ height }}>
        …
      </td>
    </tr>
  );

const COLUMNS = ['customer', 'contact', 'date', 'details', 'price', 'status', 'acts'];

/**
 * The list on screens 768 px or wider: a table with two lines per row and right-aligned amounts. A click anywhere in a
 * row opens the sheet.
 */
export function LeadsTable({ leads, fresh, now }: LeadListProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, above, below } = useRowsInSight(body, { count: leads.length, rowHeight: ROW });
  return (
    <div className="card leadtable overflow-clip">
      <table className="table" aria-rowcount={leads.length + 1}>
        <caption className="sr-only">Customer Leads</caption>
        <colgroup>
          {COLUMNS.map((name) => (
            <col key={name} className={`col-${name}`} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Contact</th>
            <th scope="col">Date</th>
            <th scope="col">Details</th>
            <th scope="col" className="r">
              Estimate
            </th>
            <th scope="col">Status</th>
            <th scope="col" className="r">
              Actions
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Space height={above} />
          {leads.slice(from, to).map((lead, index) => (
            <LeadRow key={lead.id} lead={lead} at={from + index} fresh={fresh.has(lead.id)} now={now} />
          ))}
          <Space height={below} />
        </tbody>
      </table>
    </div>
  );
}
