import { sql } from 'kysely';
import type { OverviewView, QueueHealthView } from '#shared/features/admin/admin-failures.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Deps } from '../../platform/deps.ts';
import type { QueueMonitor } from '../../platform/queue-monitor.ts';

type HealthDeps = Pick<Deps, 'system' | 'clock'> & { queues: QueueMonitor };

/** What waits, by Postgres, which is the calendar, and by BullMQ, which is only the bell. */
export async function queueHealth({ system, clock, queues }: HealthDeps): Promise<QueueHealthView> {
  const now = clock.now();
  const [counted, counts] = await Promise.all([
    sql<{ due: number; oldest: Date | null; sending: number; unknown: number; stripe_waiting: number }>`
      with waiting as (
        select due_at, status from follow_up_messages where status = 'scheduled' and due_at <= ${now}
        union all select due_at, status from outbox where status = 'scheduled' and due_at <= ${now})
      select (select count(*) from waiting) as due, (select min(due_at) from waiting) as oldest,
        (select count(*) from follow_up_messages where status = 'sending')
          + (select count(*) from outbox where status = 'sending') as sending,
        (select count(*) from follow_up_messages where status in ('failed', 'unknown') and status = 'unknown')
          + (select count(*) from outbox where status in ('failed', 'unknown') and status = 'unknown') as unknown,
        (select count(*) from stripe_events where processed_at is null) as stripe_waiting`.execute(system),
    queues.counts(),
  ]);
  const [row] = counted.rows;
  return {
    due: row?.due ?? 0,
    lateSeconds: row?.oldest ? Math.max(0, (now.getTime() - row.oldest.getTime()) / SECOND) : null,
    sending: row?.sending ?? 0,
    unknown: row?.unknown ?? 0,
    stripeWaiting: row?.stripe_waiting ?? 0,
    queues: counts,
  };
}

/** What wants an admin: failures first. Each count is served by a partial index. */
export async function readOverview(deps: HealthDeps): Promise<OverviewView> {
  const [counted, queue] = await Promise.all([
    sql<{ failed: number; events: number; pending: number; unread: number }>`
      select (select count(*) from follow_up_messages where status in ('failed', 'unknown') and status = 'failed')
          + (select count(*) from outbox where status in ('failed', 'unknown') and status = 'failed') as failed,
        (select count(*) from stripe_events where error is not null and processed_at is null) as events,
        (select count(*) from company_profiles where sms_registration = 'pending') as pending,
        (select count(*) from feedback where read_at is null) as unread`.execute(deps.system),
    queueHealth(deps),
  ]);
  const [row] = counted.rows;
  return {
    failedMessages: row?.failed ?? 0,
    unknownMessages: queue.unknown,
    failedStripeEvents: row?.events ?? 0,
    pendingRegistrations: row?.pending ?? 0,
    unreadFeedback: row?.unread ?? 0,
    queue,
  };
}
