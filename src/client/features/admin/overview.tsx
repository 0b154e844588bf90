import { ChevronRight } from 'lucide-react';
import type { OverviewView } from '#shared/features/admin/admin-failures.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { adminTabAddress } from './admin-address.ts';
import { AgentCosts } from './agent-costs.tsx';
import { delayText } from './admin-words.ts';
import { NewPeople } from './new-people.tsx';
import { useFigures, WeekFigures } from './week-figures.tsx';

interface Want {
  count: number;
  one: string;
  many: string;
  to: string;
  tone?: 'flag' | 'pine';
}

const wantsOf = (data: OverviewView): Want[] => [
  {
    count: data.queue.queues.filter(({ counts }) => counts === null).length,
    one: 'queue isn’t responding',
    many: 'queues aren’t responding',
    to: adminTabAddress('queue'),
    tone: 'flag',
  },
  {
    count: data.queue.providers.filter(({ since }) => since !== null).length,
    one: 'service is down, and its messages are waiting',
    many: 'services are down, and their messages are waiting',
    to: adminTabAddress('queue'),
    tone: 'flag',
  },
  {
    count: data.failedMessages,
    one: 'message failed in the last 7 days',
    many: 'messages failed in the last 7 days',
    to: `${adminTabAddress('messages')}&status=failed`,
    tone: 'flag',
  },
  {
    count: data.unknownMessages,
    one: 'message unconfirmed in the last 7 days',
    many: 'messages unconfirmed in the last 7 days',
    to: `${adminTabAddress('messages')}&status=unknown`,
    tone: 'pine',
  },
  {
    count: data.failedStripeEvents,
    one: 'Stripe event not processed',
    many: 'Stripe events not processed',
    to: adminTabAddress('stripe-events'),
    tone: 'flag',
  },
  {
    count: data.pendingRegistrations,
    one: 'company is waiting for SMS registration',
    many: 'companies are waiting for SMS registration',
    to: adminTabAddress('companies'),
  },
  {
    count: data.unreadFeedback,
    one: 'piece of feedback is unread',
    many: 'pieces of feedback are unread',
    to: adminTabAddress('feedback'),
  },
];

const queueText = ({ queue }: OverviewView): string => {
  if (queue.lateSeconds === null) return 'No messages are due.';
  return `${queue.due.toLocaleString('en-US')} due. The oldest was due ${delayText(queue.lateSeconds)} ago.`;
};

/** Lists everything that needs an admin's attention, failures first. Sums up everything else in one line. */
export function Overview() {
  const overview = trpc.admin.overview.useQuery(undefined, { refetchInterval: 30_000 });
  // Waits for the charts too, so that they don't shift the content below them when they appear.
  const figures = useFigures();
  if (overview.isError)
    return (
      <Banner action={<Button onClick={() => void overview.refetch()}>Try again</Button>}>
        {problemOf(overview.error).message}
      </Banner>
    );
  if (!overview.data || figures.isLoading)
    return (
      <div className="card px-5">
        <SkeletonRows rows={5} height={54} label="Loading the overview" />
      </div>
    );
  const wants = wantsOf(overview.data).filter(({ count }) => count > 0);
  return (
    <>
      {overview.data.queue.workers.alive === 0 && (
        <Banner
          action={
            <Link className={buttonClass()} to={adminTabAddress('queue')}>
              Open queue
            </Link>
          }
        >
          No worker is running, so messages aren’t being sent.
        </Banner>
      )}
      <div className="card overflow-clip">
        {wants.length === 0 && <p className="wants">No recent failures. Nothing needs your attention.</p>}
        <ul>
          {wants.map(({ count, one, many, to, tone }) => (
            <li key={many}>
              <Link className="wants" to={to}>
                <b className={tone ? `num wants-${tone}` : 'num'}>{count.toLocaleString('en-US')}</b>{' '}
                <span className="grow text-balance">{count === 1 ? one : many}</span>
                <ChevronRight className="i" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <WeekFigures />
      <NewPeople {...overview.data.newPeople} />
      <AgentCosts />
      <p className="sm muted">
        {queueText(overview.data)} <Link to={adminTabAddress('queue')}>Queue</Link>
      </p>
    </>
  );
}
