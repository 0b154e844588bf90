import { useState } from 'react';
import type { PlannedVisitView } from '#shared/features/visits/visits.schema.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { type CalendarPlace, instantAt, placeOf } from './calendar.rules.ts';

/** A visit on its way to another place. It's only stored once it's put down. */
export interface Carried {
  visitId: string;
  to: CalendarPlace;
}

/**
 * Handles moving a visit by carrying it and putting it down. A visit that was put down stays where it is until the server
 * has answered, and goes back if the server refuses the time.
 */
export const useMoveVisit = (zone: string) => {
  const [carried, setCarried] = useState<Carried | null>(null);
  const utils = trpc.useUtils();
  const mutation = trpc.visits.move.useMutation({
    onSuccess: ({ startsAt }) => toast.done('Visit moved', { detail: formatDayTime(startsAt, zone) }),
    onError: (error) => sayFailed('We couldn’t move the visit', error),
    onSettled: async () => {
      await Promise.all([utils.visits.invalidate(), utils.leads.invalidate()]);
      setCarried(null);
    },
  });
  const placeNow = (visit: PlannedVisitView): CalendarPlace =>
    carried?.visitId === visit.id ? carried.to : placeOf(visit.startsAt, zone);
  return {
    carried,
    saving: mutation.isPending,
    placeNow,
    carry: (visitId: string, to: CalendarPlace) => {
      if (!mutation.isPending) setCarried({ visitId, to });
    },
    drop: () => {
      if (!mutation.isPending) setCarried(null);
    },
    /** Stores where the visit is now. */
    put: (visit: PlannedVisitView) => {
      const startsAt = instantAt(placeNow(visit), zone);
      if (mutation.isPending) return;
      if (startsAt === visit.startsAt) setCarried(null);
      else mutation.mutate({ visitId: visit.id, startsAt });
    },
  };
};
