import { Clock, RotateCw } from 'lucide-react';
import type { StripeFailureView } from '#shared/features/admin/admin-failures.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { formatMoment, formatSoon } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { MessageStateBadge } from '../../ui/state-badges.tsx';
import { toast } from '../../ui/toast.ts';
import { AdminList, type Column, TwoLines } from './admin-list.tsx';
import { useAfterAct } from './use-act.ts';

function Retry({ event }: { event: StripeFailureView }) {
  const after = useAfterAct();
  const retry = trpc.admin.stripeEvents.retry.useMutation({
    onSuccess: () => toast.done('Event queued for retry', { detail: event.type }),
    onError: (error) => sayFailed('We couldn’t retry the event', error),
    onSettled: after,
  });
  const label = event.nextTryAt === null ? 'Retry' : 'Retry now';
  return (
    <Button
      icon={<RotateCw className="i" aria-hidden />}
      working={retry.isPending}
      workingText="Trying..."
      aria-label={`${label}: ${event.type} ${event.id}`}
      onClick={() => retry.mutate({ id: event.id })}
    >
      {label}
    </Button>
  );
}

/** The event's error, number of attempts, and next attempt time. */
function Tries({ event: { error, attempts, nextTryAt } }: { event: StripeFailureView }) {
  const now = useNow();
  return (
    <span className="whole">
      {error}
      <small>
        {counted(attempts, 'try', 'tries')} ·{' '}
        {nextTryAt === null ? 'No more retries' : `Next try ${formatSoon(nextTryAt, now)}`}
      </small>
    </span>
  );
}

const State = ({ event: { nextTryAt } }: { event: StripeFailureView }) =>
  nextTryAt === null ? (
    <MessageStateBadge status="failed" />
  ) : (
    <Badge tone="contacted" icon={<Clock className="i" aria-hidden />}>
      Retrying
    </Badge>
  );

function Received({ at }: { at: string }) {
  return formatMoment(at, useNow());
}

const COLUMNS: readonly Column<StripeFailureView>[] = [
  { head: 'Event', width: '22%', cell: ({ type, id }) => <TwoLines first={<b>{type}</b>} second={id} /> },
  { head: 'State', width: '12%', roomy: true, card: 'badge', cell: (event) => <State event={event} /> },
  { head: 'Error', width: '25%', cell: (event) => <Tries event={event} /> },
  {
    head: 'About',
    width: '13%',
    roomy: true,
    cell: ({ company, account }) => company?.name ?? account ?? 'The platform',
  },
  { head: 'Received', width: '14%', cell: ({ receivedAt }) => <Received at={receivedAt} /> },
  {
    head: 'Actions',
    width: '14%',
    actions: true,
    cell: (event) => (
      <span className="decide">
        <Retry event={event} />
      </span>
    ),
  },
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
