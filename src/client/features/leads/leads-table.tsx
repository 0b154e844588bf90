import { FilePenLine } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from '../../lib/router.tsx';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { Money } from '../../ui/figures.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LeadBadge } from './lead-badge.tsx';
import { LeadMenu } from './lead-menu.tsx';
import { type LeadItemProps, type LeadListProps, LeadMeasure, rowId } from './lead-item.tsx';
import { newestFact, shortAddress } from './lead-words.ts';
import { UnreadMark } from './unread-mark.tsx';
import { OPENED, useLeadsAddress } from './leads-address.ts';

const pressedControl = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, [role="menu"]') !== null;

function LeadRow({ lead, fresh, now }: LeadItemProps) {
  const { leadId, linkTo, openLead, openDialog } = useLeadsAddress();
  const { zone } = useTimeZone();
  // the name is the real link; the rest of the row is a larger target for the same
  const onClick = (event: MouseEvent) => {
    if (!pressedControl(event) && getSelection()?.isCollapsed !== false) openLead(lead.id);
  };
  const names = [fresh && 'fresh', lead.id === leadId && 'cur'].filter(Boolean).join(' ');
  return (
    <tr className={names || undefined} onClick={onClick}>
      <td>
        <span className="row gap-1.5">
          <Link
            id={rowId(lead.id)}
            className="name cut"
            to={linkTo({ lead: lead.id, view: null })}
            state={OPENED}
            keepScroll
          >
            {lead.name}
          </Link>
          <UnreadMark count={lead.unread} />
        </span>
        <small>{lead.address ? shortAddress(lead.address) : 'No address provided'}</small>
      </td>
      <td>
        <span className="cut mail">{lead.email}</span>
        <small className="num">{lead.phone ? formatPhone(lead.phone) : 'No phone provided'}</small>
      </td>
      <td className="num">{formatDay(lead.createdAt, zone)}</td>
      <td>
        <LeadMeasure lead={lead} small />
      </td>
      <td className="r price">
        <Money cents={lead.quoteCents} />
      </td>
      <td>
        <LeadBadge lead={lead} />
        <small>{newestFact(lead, { zone, now })}</small>
      </td>
      <td className="r acts">
        <IconButton
          label={`View & Send Estimate for ${lead.name}`}
          tip="View & Send Estimate"
          onClick={() => openDialog(lead.id, 'estimate')}
        >
          <FilePenLine className="i" aria-hidden />
        </IconButton>
        <LeadMenu lead={lead} />
      </td>
    </tr>
  );
}

const COLUMNS = ['19%', '19%', '10.2%', '17%', '10.3%', '15.5%', '9%'];

/** From 768 px up: two lines a row, money at the right, the whole row opens the sheet. */
export function LeadsTable({ leads, fresh, now }: LeadListProps) {
  return (
    <div className="card overflow-clip">
      <table className="table">
        <caption className="sr-only">Customer Leads</caption>
        <colgroup>
          {COLUMNS.map((width, index) => (
            <col key={index} style={{ width }} />
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
        <tbody>
          {leads.map((lead) => (
            <LeadRow key={lead.id} lead={lead} fresh={fresh.has(lead.id)} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
