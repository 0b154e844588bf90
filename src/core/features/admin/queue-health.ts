import { sql } from 'kysely';
import type { OverviewView, ProviderHealth, QueueHealthView } from '#shared/features/admin/admin-failures.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import type { QueueMonitor } from '../../platform/queue-monitor.ts';
import { readNewPeople } from './new-people.ts';
import { type DueFigures, isNews, readDue, readOpen, readWorkers, secondsSince } from '../delivery/figures.ts';
import { providerOf } from '../permission/message-provider.ts';
import { type ReadState, readProviderStates } from '../delivery/providers/provider-states.repository.ts';

type HealthDeps = SystemDeps & Pick<Deps, 'clock'> & { queues: QueueMonitor };

/**
 * Reports which messages are due according to Postgres, which wake-up jobs are in BullMQ, and which workers are
 * running.
 */
export async function queueHealth({ system, clock, queues }: HealthDeps): Promise<QueueHealthView> {
  const now = clock.now();
  const [due, open, events, counts, states, workers] = await Promise.all([
    readDue(system, now),
    readOpen(system, now),
    sql<{ waiting: number }>`select count(*) as waiting from stripe_events where processed_at is null`.execute(system),
    queues.counts(),
    readProviderStates(system),
    readWorkers(system),
  ]);
  const oldest = due.flatMap((row) => row.oldest ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const all = (status: string) => sum(open.filter((row) => row.status === status).map(({ messages }) => messages));
  return {
    due: sum(due.map((row) => row.due)),
    lateSeconds: oldest ? secondsSince(oldest, now) : null,
    sending: all('sending'),
    unknown: all('unknown'),
    stripeWaiting: events.rows[0]?.waiting ?? 0,
    queues: counts,
    providers: states.map((state) => toHealth(state, due)),
    workers,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const toHealth = (
  { provider, openedAt, openUntil, cause, code, openings }: ReadState,
  due: readonly DueFigures[],
): ProviderHealth => ({
  provider,
  since: openedAt?.toISOString() ?? null,
  cause,
  code: openedAt === null ? null : code,
  triesInSeconds: openUntil && Math.max(0, (openUntil.getTime() - Date.now()) / SECOND),
  waiting:
    openedAt === null ? 0 : sum(due.filter(({ channel }) => providerOf(channel) === provider).map((row) => row.due)),
  openings,
});

/**
 * Counts the items that need an admin's attention, failures first. Messages are counted over the last 7 days. Each
 * count uses a partial index.
 */
export async function readOverview(deps: HealthDeps): Promise<OverviewView> {
  const news = isNews(deps.clock.now());
  const [counted, queue, newPeople] = await Promise.all([
    sql<{ failed: number; events: number; pending: number; unread: number }>`
      select (select count(*) from messages where ${news} and status = 'failed') as failed,
        (select count(*) from stripe_events where error is not null and processed_at is null) as events,
        (select count(*) from company_profiles where sms_registration = 'pending') as pending,
        (select count(*) from feedback where read_at is null) as unread`.execute(deps.system),
    queueHealth(deps),
    readNewPeople(deps),
  ]);
  const [row] = counted.rows;
  return {
    failedMessages: row?.failed ?? 0,
    unknownMessages: queue.unknown,
    failedStripeEvents: row?.events ?? 0,
    pendingRegistrations: row?.pending ?? 0,
    unreadFeedback: row?.unread ?? 0,
    newPeople,
    queue,
  };
}
