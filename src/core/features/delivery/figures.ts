import { type Kysely, sql } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DAY, SECOND } from '#shared/primitives/durations.ts';
import type { Database } from '../../platform/db/tables.ts';

type Db = Kysely<Database>;

/** The maximum number of due messages that are counted, which limits the query's cost. */
const COUNTED_UP_TO = 100_000;

/** The lanes in which messages are claimed (`claimDue`). */
interface Lane {
  /** Whether these are steps of follow-ups. */
  ofSteps: boolean;
  channel: MessageChannel;
}

const LANES: readonly Lane[] = [true, false].flatMap((ofSteps) =>
  (['sms', 'email'] as const).map((channel) => ({ ofSteps, channel })),
);
/** All lanes, as rows for a query. */
export const LANE_ROWS = sql`(values ('sms', false), ('sms', true), ('email', false), ('email', true)) as lane (channel, of_steps)`;

export interface DueFigures extends Lane {
  /** The number of due messages, at most 100,000 per company. */
  due: number;
  oldest: Date | null;
}

/**
 * Counts the messages that are due at `now`. Reads the partial index `messages_waiting` one company and lane at a time.
 * The cost therefore depends on how many messages are due and how many companies have scheduled messages, not on the
 * total number of messages.
 */
export async function readDue(system: Db, now: Date): Promise<DueFigures[]> {
  const { rows } = await sql<DueFigures>`
    with recursive company (id) as (
      (select company_id from messages where status = 'scheduled' and company_id is not null order by company_id limit 1)
      union all
      select (select company_id from messages where status = 'scheduled' and company_id > company.id
        order by company_id limit 1) from company where company.id is not null),
    waiting as (
      select lane.channel, lane.of_steps, due_at from company, ${LANE_ROWS}, lateral (
        select m.due_at from messages m where m.company_id = company.id and m.channel = lane.channel
          and (m.schedule_id is not null) = lane.of_steps and m.status = 'scheduled' and m.due_at <= ${now}
        order by m.due_at limit ${COUNTED_UP_TO}) due
      where company.id is not null
      union all
      select channel, false, due_at from messages where company_id is null and channel = 'email'
        and status = 'scheduled' and due_at <= ${now})
    select channel, of_steps as "ofSteps", count(*) as due, min(due_at) as oldest
    from waiting group by channel, of_steps`.execute(system);
  return LANES.map((lane) => rows.find((row) => isIn(lane, row)) ?? { ...lane, due: 0, oldest: null });
}

const isIn = (lane: Lane, row: Lane): boolean => row.channel === lane.channel && row.ofSteps === lane.ofSteps;

export interface OpenFigures extends Lane {
  status: 'sending' | 'unknown' | 'failed';
  messages: number;
}

/** The number of days for which failed and unknown messages are listed. Older messages no longer require action. */
export const FAILURES_FOR_DAYS = 7;

/**
 * SQL condition for a failed or unknown message whose last attempt was recent (as of `now`). The expression matches the
 * index `messages_failures`.
 */
export const isNews = (now: Date) =>
  sql<boolean>`status in ('failed', 'unknown')
    and coalesce(sending_at, due_at) > ${new Date(now.getTime() - FAILURES_FOR_DAYS * DAY)}`;

/**
 * Counts the messages that are being sent, and those that failed or became unknown within the 7 days before `now`. Uses
 * the partial indexes `messages_sending` and `messages_failures`.
 */
export async function readOpen(system: Db, now: Date): Promise<OpenFigures[]> {
  const { rows } = await sql<OpenFigures>`
    select channel, schedule_id is not null as "ofSteps", status, count(*) as messages from messages
      where status = 'sending' group by 1, 2, 3
    union all
    select channel, schedule_id is not null, status, count(*) from messages where ${isNews(now)} group by 1, 2, 3`.execute(
    system,
  );
  return LANES.flatMap((lane) =>
    (['sending', 'unknown', 'failed'] as const).map(
      (status) => rows.find((row) => isIn(lane, row) && row.status === status) ?? { ...lane, status, messages: 0 },
    ),
  );
}

/** A worker counts as running if it has swept within this time. */
const ALIVE_FOR_SECONDS = 30;

/**
 * Counts the running workers by their heartbeats, in wall-clock time. `lastSweepSeconds` is the time since the last
 * sweep, or null if no heartbeat is stored.
 */
export async function readWorkers(system: Db): Promise<{ alive: number; lastSweepSeconds: number | null }> {
  const { rows } = await sql<{ alive: number; last: number | null }>`
    select count(*) filter (where swept_at > now() - ${ALIVE_FOR_SECONDS} * interval '1 second') as alive,
      extract(epoch from now() - max(swept_at))::float8 as last from worker_heartbeats`.execute(system);
  return { alive: rows[0]?.alive ?? 0, lastSweepSeconds: rows[0]?.last ?? null };
}

export const secondsSince = (then: Date | null, now: Date): number =>
  then === null ? 0 : Math.max(0, (now.getTime() - then.getTime()) / SECOND);

/** Reads when the nightly job last finished. */
export const readLastRun = (system: Db, job: string) =>
  system
    .selectFrom('nightly_runs')
    .select(['finished_at', 'result'])
    .where('job', '=', job)
    .where('finished_at', 'is not', null)
    .orderBy('night', 'desc')
    .limit(1)
    .executeTakeFirst();
