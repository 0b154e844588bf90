import type { VisitView } from '#shared/features/visits/visits.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useAfterVisit } from './use-after-visit.ts';

/** Says whether a visit took place, once it has begun. A wrong answer can be corrected. */
export function VisitOutcome({ visit }: { visit: Pick<VisitView, 'id' | 'leadId' | 'status'> }) {
  const reload = useAfterVisit(visit.leadId);
  const set = trpc.visits.setOutcome.useMutation({
    onSuccess: ({ status }) => toast.done(status === 'done' ? 'Visit marked as done' : 'Visit marked as a no-show'),
    onError: (error) => sayFailed('We couldn’t save the visit', error),
    onSettled: reload,
  });
  const choice = (outcome: 'done' | 'no_show', label: string) =>
    visit.status !== outcome && (
      <Button
        working={set.isPending && set.variables.outcome === outcome}
        workingText="Saving..."
        onClick={() => set.mutate({ visitId: visit.id, outcome })}
      >
        {label}
      </Button>
    );
  return (
    <>
      {choice('done', 'Mark as done')}
      {choice('no_show', 'Mark as no-show')}
    </>
  );
}
