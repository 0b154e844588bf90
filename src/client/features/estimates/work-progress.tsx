import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Returns what the homeowner can currently do. */
const wordsOf = ({ workStartedAt, workDoneAt, balanceAwaitsWork }: EstimateListItem, zone: string | undefined) => {
  if (workDoneAt) return `Work was done ${formatDay(workDoneAt, zone)}. The estimate’s page asks for the balance.`;
  if (workStartedAt) return `Work started ${formatDay(workStartedAt, zone)}. The balance can be paid online.`;
  return balanceAwaitsWork
    ? 'This state limits payments before work starts. The balance can be paid online after that.'
    : 'Once the work is done, the estimate’s page asks the homeowner for the balance.';
};

/**
 * For a signed estimate: a button to report that the work is done, after which the homeowner's page asks for the
 * balance. In a state that caps payments before work starts (C27), also a button to report that it has started.
 */
export function WorkProgress({ estimates }: { estimates: readonly EstimateListItem[] | undefined }) {
  const { zone } = useTimeZone();
  const utils = trpc.useUtils();
  const start = trpc.estimates.setWorkStarted.useMutation();
  const finish = trpc.estimates.setWorkDone.useMutation();
  const signed = estimates?.find(({ acceptance, status }) => acceptance !== null && status !== 'superseded');
  if (!signed) return null;
  const { id: estimateId, workStartedAt, workDoneAt } = signed;
  const answer = (said: string) => ({
    onSuccess: () => {
      toast.done(said);
      void utils.estimates.listForLead.invalidate();
    },
    onError: (error: unknown) => sayFailed('We couldn’t save the state of the work.', error),
  });
  const setStarted = (started: boolean) =>
    start.mutate(
      { estimateId, started },
      answer(started ? 'The balance can be paid now' : 'The balance is on hold until work starts'),
    );
  const setDone = (done: boolean) =>
    finish.mutate(
      { estimateId, done },
      answer(done ? 'The homeowner is asked for the balance now' : 'The balance waits until the work is done'),
    );
  const working = start.isPending || finish.isPending;
  const mayStart = signed.balanceAwaitsWork && workDoneAt === null;
  return (
    <section className="stack-s">
      <h3>Work</h3>
      <p className="sm muted">{wordsOf(signed, zone)}</p>
      <div className="row flex-wrap gap-2">
        {mayStart && (
          <Button
            variant={workStartedAt === null ? 'default' : 'quiet'}
            working={working}
            onClick={() => setStarted(workStartedAt === null)}
          >
            {workStartedAt === null ? 'Work has started' : 'Work hasn’t started'}
          </Button>
        )}
        <Button
          variant={workDoneAt === null ? 'default' : 'quiet'}
          working={working}
          onClick={() => setDone(workDoneAt === null)}
        >
          {workDoneAt === null ? 'Work is done' : 'Work isn’t done'}
        </Button>
      </div>
    </section>
  );
}
