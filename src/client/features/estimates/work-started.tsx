import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * In a state that caps what may be taken before work starts (C27): says that it has started, so that the homeowner can
 * pay the balance on the page of the estimate. Nothing elsewhere, and nothing before it is signed.
 */
export function WorkStarted({ estimates }: { estimates: readonly EstimateListItem[] | undefined }) {
  const { zone } = useTimeZone();
  const utils = trpc.useUtils();
  const change = trpc.estimates.setWorkStarted.useMutation();
  const signed = estimates?.find(({ acceptance, status }) => acceptance !== null && status !== 'superseded');
  if (!signed?.balanceAwaitsWork) return null;
  const started = signed.workStartedAt !== null;
  const set = () =>
    change.mutate(
      { estimateId: signed.id, started: !started },
      {
        onSuccess: () => {
          toast.done(started ? 'The balance is on hold until work starts' : 'The balance can be paid now');
          void utils.estimates.listForLead.invalidate();
        },
        onError: (error) => sayFailed('We couldn’t save the start of work.', error),
      },
    );
  return (
    <section className="stack-s">
      <h3>Work</h3>
      <p className="sm muted">
        {signed.workStartedAt
          ? `Work started ${formatDay(signed.workStartedAt, zone)}. The balance can be paid online.`
          : `This state limits payments before work starts. The balance can be paid online after that.`}
      </p>
      <Button variant={started ? 'quiet' : 'default'} working={change.isPending} onClick={set}>
        {started ? 'Work hasn’t started' : 'Work has started'}
      </Button>
    </section>
  );
}
