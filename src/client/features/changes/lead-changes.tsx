import type { ChangeStatus, ChangeView } from '#shared/features/changes/changes.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { changeIdSchema, estimateIdSchema } from '#shared/primitives/ids.ts';
import { formatCalendarDay } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useAfterPayment } from '../payments/use-after-payment.ts';
import { ChangeSums, netText } from './change-sums.tsx';

const STATE: Record<ChangeStatus, string> = {
  draft: 'Not sent yet',
  sent: 'Waits for a signature',
  signed: 'Signed',
  credited: 'Credited',
  declined: 'Declined',
  canceled: 'Canceled',
  expired: 'Expired without a signature',
};

const detailOf = ({ status, signedBy, reason, validUntil }: ChangeView): string | null => {
  if (status === 'signed' && signedBy !== null) return `by ${signedBy}`;
  if (status === 'declined' && reason) return `“${reason}”`;
  return status === 'sent' && validUntil !== null ? `through ${formatCalendarDay(validUntil)}` : null;
};

/** The acts on a change that isn't decided. */
function Acts({ change }: { change: ChangeView }) {
  const after = useAfterPayment();
  const utils = trpc.useUtils();
  const refresh = () => Promise.all([after(), utils.changes.invalidate()]);
  const send = trpc.changes.send.useMutation({
    onSuccess: async () => {
      await refresh();
      toast.done(change.netCents > 0 ? 'Sent for signature' : 'The job costs less now', { detail: change.number });
    },
  });
  const cancel = trpc.changes.cancel.useMutation({
    onSuccess: async () => {
      await refresh();
      toast.done('Change canceled', { detail: change.number });
    },
  });
  const changeId = changeIdSchema.parse(change.id);
  const error = send.error ?? cancel.error;
  return (
    <>
      {error && <Banner>{problemOf(error).message}</Banner>}
      <div className="row flex-wrap gap-2">
        {change.status === 'draft' && (
          <Button working={send.isPending} workingText="Sending..." onClick={() => send.mutate({ changeId })}>
            {change.netCents > 0 ? 'Send for signature' : 'Take it off the job'}
          </Button>
        )}
        <Button
          variant="quiet"
          working={cancel.isPending}
          workingText="Canceling..."
          onClick={() => cancel.mutate({ changeId })}
        >
          Cancel change<span className="sr-only"> {change.number}</span>
        </Button>
      </div>
    </>
  );
}

/** The changes of a signed job with their states, newest first. Shows nothing if there are none. */
export default function LeadChanges({ estimateId }: { estimateId: string }) {
  const may = useMay();
  const list = trpc.changes.list.useQuery({ estimateId: estimateIdSchema.parse(estimateId) });
  if (list.error) return <Banner>{problemOf(list.error).message}</Banner>;
  if (!list.data || list.data.changes.length === 0) return null;
  return (
    <section className="stack-s" aria-label="Changes">
      <h4>Changes</h4>
      <ul className="stack-s">
        {list.data.changes.toReversed().map((change) => (
          <li key={change.id} className="stack-s">
            <details className="pay-fold">
              <summary>
                <span className="wrap-anywhere">
                  <span className="num">{change.number}</span>: <span className="num">{netText(change.netCents)}</span>,{' '}
                  {STATE[change.status].toLowerCase()} {detailOf(change)}
                </span>
              </summary>
              {change.note !== '' && <p className="sm">{change.note}</p>}
              <ChangeSums sums={change} />
            </details>
            {may.work && (change.status === 'draft' || change.status === 'sent') && <Acts change={change} />}
          </li>
        ))}
      </ul>
      <p className="sm muted">
        The job costs <span className="num">{formatCents(list.data.totalCents)}</span> with its changes.
      </p>
    </section>
  );
}
