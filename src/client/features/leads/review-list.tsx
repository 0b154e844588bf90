import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatMoment } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { Link } from '../../lib/router.tsx';
import { Money } from '../../ui/figures.tsx';
import { LeadMeasure, rowId } from './lead-item.tsx';
import { OPENED, useLeadsAddress } from './leads-address.ts';
import { HeldReasons, ReviewActions } from './review-actions.tsx';

function HeldCard({ lead, among }: { lead: LeadView; among: number }) {
  const { linkTo } = useLeadsAddress();
  const { zone } = useTimeZone();
  const now = useNow();
  return (
    <li className="card leadcard">
      <div>
        <div className="row between items-start">
          <h2 className="leadname grow">
            <Link id={rowId(lead.id)} to={linkTo({ lead: lead.id, view: null })} state={OPENED} keepScroll>
              {lead.name}
            </Link>
          </h2>
          <span className="sm muted">{formatMoment(lead.createdAt, now, zone)}</span>
        </div>
        {lead.email && <p className="sm muted wrap-anywhere">{lead.email}</p>}
        {lead.phone && <p className="sm muted num">{formatPhone(lead.phone)}</p>}
        <p className="sm muted wrap-anywhere">{lead.address ?? 'No address provided'}</p>
      </div>
      <div className="row between items-end gap-5">
        <div className="grid w-[216px] gap-[3px]">
          <LeadMeasure lead={lead} />
        </div>
        <span className="price">
          <Money cents={lead.quoteCents} />
        </span>
      </div>
      {lead.notes && <p className="sm line-clamp-3 wrap-anywhere">{lead.notes}</p>}
      <HeldReasons lead={lead} />
      <div className="row review-acts flex-wrap justify-end gap-2">
        <ReviewActions lead={lead} among={among} />
      </div>
    </li>
  );
}

/**
 * One card per lead that's waiting for review or marked as spam, at every screen width. Shows the reasons and the full
 * request, which the contractor needs to decide.
 */
export default function ReviewList({ leads }: { leads: readonly LeadView[] }) {
  return (
    <ol className="stack max-w-[680px]" aria-label="Review">
      {leads.map((lead) => (
        <HeldCard key={lead.id} lead={lead} among={leads.length} />
      ))}
    </ol>
  );
}
