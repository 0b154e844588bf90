import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { VisitStatus, VisitView } from '#shared/features/visits/visits.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { useMembers } from './use-members.ts';
import { VisitOutcome } from './visit-outcome.tsx';

const PickTime = lazyPart(() => import('./pick-time-dialog.tsx'));
const CancelVisit = lazyPart(() => import('./cancel-visit-dialog.tsx'));

const STATE: Record<VisitStatus, string> = {
  booked: 'Visit',
  cancelled: 'Canceled visit',
  done: 'Visit done',
  no_show: 'No-show',
};

function OneVisit({ lead, visit }: { lead: LeadView; visit: VisitView }) {
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null);
  const { zone } = useTimeZone();
  const { work } = useMay();
  const begun = useNow().getTime() >= Date.parse(visit.startsAt);
  const nameOf = useMembers();
  const close = () => setOpen(null);
  return (
    <div className="stack-s">
      <p>
        <b>{STATE[visit.status]}</b> <time dateTime={visit.startsAt}>{formatDayTime(visit.startsAt, zone)}</time>
        {visit.userId && nameOf(visit.userId) && <span className="muted">, {nameOf(visit.userId)}</span>}
      </p>
      {work && (
        <div className="row flex-wrap">
          {begun && <VisitOutcome visit={visit} />}
          {visit.status === 'booked' && (
            <>
              <Button onClick={() => setOpen('move')}>Move visit</Button>
              <Button variant="quiet" onClick={() => setOpen('cancel')}>
                Cancel visit
              </Button>
            </>
          )}
        </div>
      )}
      <Suspense>
        {open === 'move' && <PickTime lead={lead} visit={visit} onClose={close} />}
        {open === 'cancel' && <CancelVisit visit={visit} onClose={close} />}
      </Suspense>
    </div>
  );
}

/**
 * A lead's visit with what can be done about it, or a button to book one. While visits are off, only a visit that was
 * booked before is shown. Earlier visits are in the timeline.
 */
export function LeadVisits({ lead }: { lead: LeadView }) {
  const [booking, setBooking] = useState(false);
  const { work } = useMay();
  const settings = trpc.visits.settings.useQuery(undefined, { staleTime: 60_000 });
  const { data: visits } = trpc.visits.forLead.useQuery({ leadId: lead.id });
  if (!visits) return null;
  const booked = visits.filter(({ status }) => status === 'booked').toReversed();
  const last = visits.find(({ status }) => status === 'done' || status === 'no_show');
  const shown = booked.length > 0 ? booked : last ? [last] : [];
  const canBook = work && booked.length === 0 && settings.data?.enabled === true && lead.archivedAt === null;
  if (shown.length === 0 && !canBook) return null;
  return (
    <section className="stack-s" aria-label="Visits">
      {shown.map((visit) => (
        <OneVisit key={visit.id} lead={lead} visit={visit} />
      ))}
      {canBook && (
        <Button
          className="justify-self-start"
          icon={<CalendarPlus className="i" aria-hidden />}
          onClick={() => setBooking(true)}
        >
          Book a visit
        </Button>
      )}
      {booking && (
        <Suspense>
          <PickTime lead={lead} onClose={() => setBooking(false)} />
        </Suspense>
      )}
    </section>
  );
}
