import { CalendarDays } from 'lucide-react';
import type { PlannedVisitView } from '#shared/features/visits/visits.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import { CALENDAR, OPENED, useLeadsAddress } from '../leads/leads-address.ts';
import { useMembers } from './use-members.ts';
import { VisitReach } from './visit-reach.tsx';
import { VisitOutcome } from './visit-outcome.tsx';
import './today-visits.css';

const DONE = { done: 'Done', no_show: 'No-show' } as const;

function OneVisit({ visit }: { visit: PlannedVisitView }) {
  const { zone } = useTimeZone();
  const { linkTo } = useLeadsAddress();
  const { work } = useMay();
  const nameOf = useMembers();
  const begun = useNow().getTime() >= Date.parse(visit.startsAt);
  const { status } = visit;
  const who = visit.userId === null ? '' : nameOf(visit.userId);
  return (
    <li className="today-visit">
      <time className="num" dateTime={visit.startsAt}>
        {formatTime(visit.startsAt, zone)}
      </time>
      <div className="stack-s min-w-0">
        <p>
          <Link
            className="font-semibold wrap-anywhere"
            to={linkTo({ lead: visit.leadId, view: null })}
            state={OPENED}
            keepScroll
          >
            {visit.name}
          </Link>
          {who !== '' && <span className="muted">, {who}</span>}
          {(status === 'done' || status === 'no_show') && <b className="muted"> {DONE[status]}</b>}
        </p>
        <VisitReach visit={visit} />
        {work && begun && status === 'booked' && (
          <div className="row flex-wrap">
            <VisitOutcome visit={visit} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Today's visits, above the leads. Shown only if there are some. */
export default function TodayVisits({ visits }: { visits: readonly PlannedVisitView[] }) {
  return (
    <section className="card today-visits" aria-labelledby="today-visits">
      <div className="row between items-baseline">
        <h2 id="today-visits">Today’s visits</h2>
        <Link to={CALENDAR}>
          <CalendarDays className="i" aria-hidden /> Calendar
        </Link>
      </div>
      <ol>
        {visits.map((visit) => (
          <OneVisit key={visit.id} visit={visit} />
        ))}
      </ol>
    </section>
  );
}
