import { ExternalLink } from 'lucide-react';
import type { QueueHealthView } from '#shared/features/admin/admin-failures.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Services } from './services.tsx';
import { delayText } from './admin-words.ts';

const whole = (count: number): string => count.toLocaleString('en-US');

/** The display names of BullMQ's queues. */
const QUEUE_NAME: Readonly<Record<string, string>> = { texts: 'Texts', mails: 'Emails', billing: 'Billing' };

const STATES = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'] as const;

const countsText = (counts: Record<string, number>): string =>
  STATES.filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => `${whole(counts[state] ?? 0)} ${state}`)
    .join(', ') || 'No jobs';

function Health({ health }: { health: QueueHealthView }) {
  return (
    <div className="stack">
      <Services health={health} />
      <section className="card pad stack gap-2">
        <h2>Messages in Postgres</h2>
        <dl className="kv kv-even">
          <dt>Due now</dt>
          <dd className="num">{whole(health.due)}</dd>
          <dt>Oldest due</dt>
          <dd>{health.lateSeconds === null ? 'None' : `${delayText(health.lateSeconds)} late`}</dd>
          <dt>Being sent</dt>
          <dd className="num">{whole(health.sending)}</dd>
          <dt>Unknown in the last 7 days</dt>
          <dd className="num">{whole(health.unknown)}</dd>
          <dt>Stripe events due</dt>
          <dd className="num">{whole(health.stripeWaiting)}</dd>
        </dl>
      </section>
      <section className="card pad stack gap-2">
        <h2>Jobs, by BullMQ</h2>
        <p className="sm muted">The queue only wakes the worker. Due messages are stored in Postgres.</p>
        <dl className="kv kv-even">
          {health.queues.map(({ name, counts }) => (
            <div key={name} className="contents">
              <dt>{QUEUE_NAME[name] ?? name}</dt>
              <dd>{counts === null ? 'Not responding' : countsText(counts)}</dd>
            </div>
          ))}
        </dl>
        <p>
          <a className={buttonClass()} href="/admin/queue" target="_blank" rel="noopener">
            Open the board
            <ExternalLink className="i" aria-hidden />
          </a>
        </p>
      </section>
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
