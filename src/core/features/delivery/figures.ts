import { type Kysely, sql } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DAY, SECOND } from '#shared/primitives/durations.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { DeliveryTable } from '../outbox/message-facts.ts';

type Db = Kysely<Database>;

/** The maximum number of due messages that are counted, which limits the query's cost. */
const COUNTED_UP_TO = 100_000;

const TABLES = ['follow_up_messages', 'outbox'] as const;
const CHANNELS = ['sms', 'email'] as const;

export interface DueFigures {
  table: DeliveryTable;
  channel: MessageChannel;
  /** The number of due messages, at most 100,000 per company. */
  due: number;
  oldest: Date | null;
}

/**
 * Counts the messages that are due at `now`. Reads the partial indexes `…_waiting` one company at a time. The cost
 * therefore depends on how many messages are due and how many companies have scheduled messages, not on the total
 * number of messages.
 */
export async function readDue(system: Db, now: Date): Promise<DueFigures[]> {
  const found = await Promise.all(TABLES.map((table) => readDueOf(system, table, now)));
  return found.flat();
}

async function readDueOf(system: Db, table: DeliveryTable, now: Date): Promise<DueFigures[]> {
  const rows = sql.table(table);
  const { rows: counted } = await sql<{ channel: MessageChannel; due: number; oldest: Date | null }>`
    with recursive company (id) as (
      (select company_id from ${rows} where status = 'scheduled' and company_id is not null order by company_id limit 1)
      union all
      select (select company_id from ${rows} where status = 'scheduled' and company_id > company.id
        order by company_id limit 1) from company where company.id is not null),
    waiting as (
      select channel, due_at from company, unnest(${[...CHANNELS]}::text[]) as lane (channel), lateral (
        select m.due_at from ${rows} m where m.company_id = company.id and m.channel = lane.channel
          and m.status = 'scheduled' and m.due_at <= ${now} order by m.due_at limit ${COUNTED_UP_TO}) due
      where company.id is not null
      union all
      select channel, due_at from ${rows} where company_id is null and channel = 'email'
        and status = 'scheduled' and due_at <= ${now})
    select channel, count(*) as due, min(due_at) as oldest from waiting group by channel`.execute(system);
  return CHANNELS.map((channel) => {
    const row = counted.find((one) => one.channel === channel);
    return { table, channel, due: row?.due ?? 0, oldest: row?.oldest ?? null };
  });
}

export interface OpenFigures {
  table: DeliveryTable;
  channel: MessageChannel;
  status: 'sending' | 'unknown' | 'failed';
  messages: number;
}

/** The number of days for which failed and unknown messages are listed. Older messages no longer require action. */
export const FAILURES_FOR_DAYS = 7;

/**
 * SQL condition for a failed or unknown message whose last attempt was recent (as of `now`). The expression matches the
 * `…_failures` indexes.
 */
export const isNews = (now: Date) =>
  sql<boolean>`status in ('failed', 'unknown')
    and coalesce(sending_at, due_at) > ${new Date(now.getTime() - FAILURES_FOR_DAYS * DAY)}`;

/**
 * Counts the messages that are being sent, and those that failed or became unknown within the 7 days before `now`. Uses
 * the partial indexes `…_sending` and `…_failures`.
 */
export async function readOpen(system: Db, now: Date): Promise<OpenFigures[]> {
  const half = (table: DeliveryTable) => sql`
    select ${sql.lit(table)} as "table", channel, status, count(*) as messages from ${sql.table(table)}
      where status = 'sending' group by channel, status
    union all
    select ${sql.lit(table)}, channel, status, count(*) from ${sql.table(table)}
      where ${isNews(now)} group by channel, status`;
  const { rows } = await sql<OpenFigures>`${half('follow_up_messages')} union all ${half('outbox')}`.execute(system);
  return TABLES.flatMap((table) =>
    CHANNELS.flatMap((channel) =>
      (['sending', 'unknown', 'failed'] as const).map((status) => ({
        table,
        channel,
        status,
        messages:
          rows.find((row) => row.table === table && row.channel === channel && row.status === status)?.messages ?? 0,
      })),
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
