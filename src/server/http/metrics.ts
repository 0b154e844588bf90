import { sql } from 'kysely';
import type { ServerDeps } from '../server-deps.ts';

const SETTLED = ['sent', 'delivered', 'failed', 'unknown', 'skipped'] as const;
const KINDS = ['follow_up', 'outbox'] as const;

interface Counted {
  kind: (typeof KINDS)[number];
  status: string;
  messages: number;
}

/** Messages by kind and state, and how late the oldest due one is (clock's seconds), as Prometheus reads them. */
export async function renderMetrics({ system, clock }: Pick<ServerDeps, 'system' | 'clock'>): Promise<string> {
  const now = clock.now();
  const [{ rows: settled }, { rows: due }] = await Promise.all([
    sql<Counted>`
      select 'follow_up' as kind, status, count(*) as messages from follow_up_messages
        where status = any(${SETTLED}) group by status
      union all
      select 'outbox', status, count(*) from outbox where status = any(${SETTLED}) group by status`.execute(system),
    sql<{ kind: string; messages: number; oldest: Date | null }>`
      select 'follow_up' as kind, count(*) as messages, min(due_at) as oldest from follow_up_messages
        where status = 'scheduled' and due_at <= ${now}
      union all
      select 'outbox', count(*), min(due_at) from outbox where status = 'scheduled' and due_at <= ${now}`.execute(
      system,
    ),
  ]);
  const count = (kind: string, status: string) =>
    settled.find((row) => row.kind === kind && row.status === status)?.messages ?? 0;
  const lateness = (oldest: Date | null) => (oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0);
  return [
    '# HELP picket_messages_due Messages that are due and not yet handed over.',
    '# TYPE picket_messages_due gauge',
    ...due.map((row) => `picket_messages_due{kind="${row.kind}"} ${row.messages}`),
    '# HELP picket_messages_oldest_due_seconds How long the oldest due message has waited.',
    '# TYPE picket_messages_oldest_due_seconds gauge',
    ...due.map((row) => `picket_messages_oldest_due_seconds{kind="${row.kind}"} ${lateness(row.oldest)}`),
    '# HELP picket_messages Messages by the state they ended in.',
    '# TYPE picket_messages gauge',
    ...KINDS.flatMap((kind) =>
      SETTLED.map((status) => `picket_messages{kind="${kind}",status="${status}"} ${count(kind, status)}`),
    ),
    '',
  ].join('\n');
}
