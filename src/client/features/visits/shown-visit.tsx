import { Suspense, useState } from 'react';
import type { PlannedVisitView } from '#shared/features/visits/visits.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { useMembers } from './use-members.ts';
import { VisitReach } from './visit-reach.tsx';
import { VisitOutcome } from './visit-outcome.tsx';

const PickTime = lazyPart(() => import('./pick-time-dialog.tsx'));

/** The visit that was pressed in the calendar: who, where, what was asked, and what can be done about it. */
export function ShownVisit({ visit, onClose }: { visit: PlannedVisitView; onClose: () => void }) {
  const [moving, setMoving] = useState(false);
  const { zone } = useTimeZone();
  const { work } = useMay();
  const nameOf = useMembers();
  const begun = useNow().getTime() >= Date.parse(visit.startsAt);
  const { id, leadId, name, userId, status } = visit;
  return (
    <section className="card pad stack-s shown-visit" aria-label={`Visit with ${name}`}>
      <p>
        <Link className="font-semibold wrap-anywhere" to={`/dashboard?tab=leads&lead=${leadId}`}>
          {name}
        </Link>{' '}
        <time dateTime={visit.startsAt}>{formatDayTime(visit.startsAt, zone)}</time>
        <span className="muted">, {(userId && nameOf(userId)) || 'no member'}</span>
      </p>
      <VisitReach visit={visit} />
      <div className="row flex-wrap">
        {work && begun && <VisitOutcome visit={visit} />}
        {work && status === 'booked' && <Button onClick={() => setMoving(true)}>Move visit</Button>}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {moving && (
        <Suspense>
          <PickTime lead={{ id: leadId, name }} visit={{ id, userId }} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </section>
  );
}
