import { FilePenLine, Mail, Phone } from 'lucide-react';
import { Link } from '../../lib/router.tsx';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { useMay } from '../../lib/role.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton, IconLink } from '../../ui/icon-button.tsx';
import { LeadBadge } from './lead-badge.tsx';
import { Initials, type LeadItemProps, type LeadListProps, LeadMeasure, LeadPrice, rowId } from './lead-item.tsx';
import { LeadFact } from './lead-fact.tsx';
import { LeadMenu } from './lead-menu.tsx';
import { useTakesVisits } from '../visits/use-takes-visits.ts';
import { UnreadMark } from './unread-mark.tsx';
import { newestFact, shortAddress, stepAfterEstimate } from './lead-words.ts';
import { OPENED, useLeadsAddress } from './leads-address.ts';

function Reach({ lead }: { lead: LeadView }) {
  if (lead.phone === null && lead.email === null) return null;
  return lead.phone ? (
    <IconLink variant="default" label={`Call ${lead.name}`} href={`tel:${lead.phone}`}>
      <Phone className="i" aria-hidden />
    </IconLink>
  ) : (
    <IconLink variant="default" label={`Email ${lead.name}`} href={`mailto:${lead.email}`}>
      <Mail className="i" aria-hidden />
    </IconLink>
  );
}

/** The lead's next action, based on its status. The estimate can always be opened with one press. */
function CardActs({ lead }: { lead: LeadView }) {
  const { linkTo, openDialog } = useLeadsAddress();
  const open = () => openDialog(lead.id, 'estimate');
  const label = `View & Send Estimate for ${lead.name}`;
  const icon = <FilePenLine className="i" aria-hidden />;
  const state = lead.estimateStatus;
  const step = stepAfterEstimate(lead, useTakesVisits());
  if (step === undefined)
    return (
      <Button
        className="grow"
        icon={icon}
        aria-label={state === 'declined' ? `Revise estimate for ${lead.name}` : label}
        onClick={open}
      >
        {state === 'paid' ? 'Estimate' : state === 'declined' ? 'Revise estimate' : 'View & Send Estimate'}
      </Button>
    );
  return (
    <>
      <Link className={`${buttonClass()} grow`} to={linkTo({ lead: lead.id, ...step.at })} state={OPENED} keepScroll>
        {step.words}
      </Link>
      <IconButton variant="default" label={label} onClick={open}>
        {icon}
      </IconButton>
    </>
  );
}

function LeadCard({ lead, fresh, now }: LeadItemProps) {
  const { work } = useMay();
  const { linkTo } = useLeadsAddress();
  const { zone } = useTimeZone();
  return (
    <li className={fresh ? 'card leadcard fresh' : 'card leadcard'}>
      <div className="row between items-start">
        <div className="grow">
          <h2 className="leadname">
            <Link id={rowId(lead.id)} to={linkTo({ lead: lead.id, view: null })} state={OPENED} keepScroll>
              {lead.name}
            </Link>{' '}
            <UnreadMark count={lead.unread} />
            <Initials lead={lead} />
          </h2>
          <p className="sm muted">{lead.address ? shortAddress(lead.address) : 'No address provided'}</p>
        </div>
        <LeadBadge lead={lead} />
      </div>
      <div className="row between items-end gap-5">
        <div className="grow grid gap-[3px]">
          <LeadMeasure lead={lead} />
        </div>
        <span className="price">
          <LeadPrice lead={lead} />
        </span>
      </div>
      <p className="sm muted -mt-1">
        {formatDay(lead.createdAt, zone)}. <LeadFact lead={lead}>{newestFact(lead, { zone, now })}</LeadFact>
      </p>
      <div className="row gap-2">
        {work && !lead.erasedAt && <CardActs lead={lead} />}
        <Reach lead={lead} />
        <LeadMenu lead={lead} variant="default" />
      </div>
    </li>
  );
}

/** The list on screens narrower than 768 px: one card per lead. */
export function LeadsCards({ leads, fresh, now }: LeadListProps) {
  return (
    <ol className="stack" aria-label="Customer Leads">
      {leads.map((lead) => (
        <LeadCard key={lead.id} lead={lead} fresh={fresh.has(lead.id)} now={now} />
      ))}
    </ol>
  );
}
