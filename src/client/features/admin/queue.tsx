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

const figuresOf = (health: QueueHealthView): [name: string, value: string][] => [
  ['Due now', whole(health.due)],
  ['Oldest due', health.lateSeconds === null ? 'None' : `${delayText(health.lateSeconds)} late`],
  ['Being sent', whole(health.sending)],
  ['Unknown in the last 7 days', whole(health.unknown)],
  ['Stripe events due', whole(health.stripeWaiting)],
];

function Health({ health }: { health: QueueHealthView }) {
  return (
    <div className="stack queue">
      <section className="card pad stack gap-3 queue-figures">
        <h2>Messages in Postgres</h2>
        <dl className="figurelist">
          {figuresOf(health).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Services health={health} />
      <section className="card pad stack gap-2">
        <h2>Jobs, by BullMQ</h2>
        <p className="sm muted">The queue only wakes the worker. Due messages are stored in Postgres.</p>
        <dl className="statelist">
          {health.queues.map(({ name, counts }) => (
            <div key={name}>
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
