import { ExternalLink } from 'lucide-react';
import type { QueueHealthView } from '#shared/features/admin/admin-failures.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { problemOf } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { adminTabAddress } from './admin-address.ts';
import { delayText } from './admin-words.ts';
import { Services } from './services.tsx';

const whole = (count: number): string => count.toLocaleString('en-US');

/** The display names of BullMQ's queues. */
const QUEUE_NAME: Readonly<Record<string, string>> = { texts: 'Texts', mails: 'Emails', billing: 'Billing' };

const STATES = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'] as const;

const countsText = (counts: Record<string, number>): string =>
  STATES.filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => `${whole(counts[state] ?? 0)} ${state}`)
    .join(', ') || 'No jobs';

/** The nonzero counts as one line, such as '3 messages due, the oldest 2 minutes late. 1 Stripe event due.' */
function Figures({ health: { due, lateSeconds, sending, stripeWaiting } }: { health: QueueHealthView }) {
  const late = lateSeconds === null ? '' : `, the oldest ${delayText(lateSeconds)} late`;
  if (due + sending + stripeWaiting === 0) return 'Nothing is due.';
  return (
    <>
      {due > 0 && `${counted(due, 'message', 'messages')} due${late}. `}
      {sending > 0 && `${whole(sending)} being sent. `}
      {stripeWaiting > 0 && (
        <span className="whitespace-nowrap">
          <Link to={adminTabAddress('stripe-events')}>
            {counted(stripeWaiting, 'Stripe event', 'Stripe events')} due
          </Link>
          .
        </span>
      )}
    </>
  );
}

/** A link to the messages that need a decision: '1 message failed and 2 unconfirmed in the last 7 days'. */
function Undecided({ unknown }: Pick<QueueHealthView, 'unknown'>) {
  const failed = trpc.admin.overview.useQuery().data?.failedMessages ?? 0;
  const first = counted(failed || unknown, 'message', 'messages');
  const text = failed === 0 ? `${first} unconfirmed` : `${first} failed`;
  const rest = failed > 0 && unknown > 0 ? ` and ${whole(unknown)} unconfirmed` : '';
  if (failed + unknown === 0) return null;
  return (
    <>
      <Link to={adminTabAddress('messages')}>
        {text}
        {rest} in the last 7 days
      </Link>
      .{' '}
    </>
  );
}

/** Warns that no messages are sent, because no worker is running. */
function NoWorkers({ workers: { lastSweepSeconds } }: Pick<QueueHealthView, 'workers'>) {
  return (
    <Banner
      action={
        <Link className={buttonClass()} to={adminTabAddress('messages')}>
          See messages
        </Link>
      }
    >
      <b>No worker is running, so messages aren’t being sent.</b>
      {lastSweepSeconds !== null && ` The last worker was running ${delayText(lastSweepSeconds)} ago.`} Start one with{' '}
      <code className="rounded-badge bg-surface px-1 whitespace-nowrap">npm run worker</code>.
    </Banner>
  );
}

function Health({ health }: { health: QueueHealthView }) {
  return (
    <div className="stack">
      {health.workers.alive === 0 && <NoWorkers workers={health.workers} />}
      <p className="sm muted">
        <Undecided unknown={health.unknown} />
        <Figures health={health} />
      </p>
      <div className="stack queue">
        <Services health={health} />
        <section className="card pad stack gap-2">
          <div className="row between flex-wrap items-center gap-2 md:min-h-10">
            <h2>BullMQ jobs</h2>
            <a className={buttonClass()} href="/admin/queue" target="_blank" rel="noopener">
              Open the board
              <ExternalLink className="i" aria-hidden />
            </a>
          </div>
          <dl className="statelist">
            {health.queues.map(({ name, counts }) => (
              <div key={name}>
                <dt>{QUEUE_NAME[name] ?? name}</dt>
                <dd>{counts === null ? 'Not responding' : countsText(counts)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <p className="sm muted">The queue only wakes the worker. Due messages are stored in Postgres.</p>
    </div>
  );
}

/** Shows whether due messages are being sent. */
export default function Queue() {
  const { data, error, refetch } = trpc.admin.queue.health.useQuery(undefined, { refetchInterval: 10_000 });
  if (error)
    return (
      <Banner action={<Button onClick={() => void refetch()}>Try again</Button>}>{problemOf(error).message}</Banner>
    );
  if (data) return <Health health={data} />;
  return (
    <div className="card px-5">
      <SkeletonRows rows={5} label="Loading the queue" />
    </div>
  );
}
