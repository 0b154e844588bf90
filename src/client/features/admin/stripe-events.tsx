import { RotateCw } from 'lucide-react';
import type { StripeFailureView } from '#shared/features/admin/admin-failures.schema.ts';
import { formatMoment } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.ts';
import { AdminList, type Column, TwoLines } from './admin-list.tsx';
import { counted } from './admin-words.ts';
import { useAfterAct } from './use-act.ts';

function Retry({ event }: { event: StripeFailureView }) {
  const after = useAfterAct();
  const retry = trpc.admin.stripeEvents.retry.useMutation({
    onSuccess: () => toast.done('Event queued for retry', { detail: event.type }),
    onError: (error) => sayFailed('We couldn’t retry the event', error),
    onSettled: after,
  });
  return (
    <Button
      icon={<RotateCw className="i" aria-hidden />}
      working={retry.isPending}
      workingText="Trying..."
      aria-label={`Retry ${event.type} ${event.id}`}
      onClick={() => retry.mutate({ id: event.id })}
    >
      Retry
    </Button>
  );
}

function Times({ event }: { event: StripeFailureView }) {
  const now = useNow();
  return (
    <TwoLines
      first={formatMoment(event.receivedAt, now)}
      second={event.nextTryAt === null ? 'No more retries' : `Next: ${formatMoment(event.nextTryAt, now)}`}
    />
  );
}

const COLUMNS: readonly Column<StripeFailureView>[] = [
  { head: 'Event', width: '25%', cell: ({ type, id }) => <TwoLines first={<b>{type}</b>} second={id} /> },
  {
    head: 'Error',
    width: '29%',
    cell: ({ error, attempts }) => (
      <span className="whole">
        {error}
        <small>{counted(attempts, 'try', 'tries')}</small>
      </span>
    ),
  },
  {
    head: 'About',
    width: '13%',
    roomy: true,
    cell: ({ company, account }) => company?.name ?? account ?? 'The platform',
  },
  { head: 'Received', width: '16%', cell: (event) => <Times event={event} /> },
  { head: 'Actions', width: '17%', actions: true, cell: (event) => <Retry event={event} /> },
];

/**
 * Stripe events that we couldn't process. Retrying is always safe, because each attempt fetches the current data from
 * Stripe.
 */
export default function StripeEvents() {
  const query = trpc.admin.stripeEvents.failures.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  return (
    <AdminList
      label="Failed Stripe events"
      query={query}
      columns={COLUMNS}
      empty={<Empty title="All Stripe events are processed" />}
    />
  );
}
