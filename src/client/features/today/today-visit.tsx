import type { PlannedVisitView } from '#shared/features/visits/visits.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import { OPENED, useLeadsAddress } from '../leads/leads-address.ts';
import { useMembers } from '../visits/use-members.ts';
import { VisitOutcome } from '../visits/visit-outcome.tsx';
import { VisitReach } from '../visits/visit-reach.tsx';

const DONE = { done: 'Done', no_show: 'No-show' } as const;

/** One of today's visits: when and where it is, what was asked for, and once it has begun, how it went. */
export function TodayVisit({ visit }: { visit: PlannedVisitView }) {
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
