import { type Kysely, sql } from 'kysely';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { Database } from '../../platform/db/tables.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { leaseFor, UNCLAIMED } from '../../platform/db/lease.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { CONNECT_EVENTS, PLATFORM_EVENTS, type StoredEvent } from './events.ts';

/**
 * How long a worker's lease on an event lasts. Processing takes less time if Stripe responds. If the lease expires
 * anyway, a second worker can safely process the event again.
 */
const LEASE = 30 * SECOND;
const FIRST_WAIT = 5 * SECOND;
const LONGEST_WAIT = HOUR;
/**
 * The maximum number of times to process an event that fails. All attempts together take about three days, which is
 * also how long Stripe retries. After that, an admin must retry the event (`retryEvent`).
 */
const MOST_ATTEMPTS = 80;
const AT_ONCE = 4;
const LONGEST_ERROR = 500;

export interface ProcessOptions {
  /** Called before each event. Returns true to stop. Default: never stops. */
  stopping?: () => boolean;
}

/**
 * Processes Stripe events until none are due or `stopping` returns true. Returns the number of events processed.
 * Several events are processed at the same time, by this worker and others. Each worker claims an event with a lease in
 * wall-clock time. If the worker is killed, another worker processes the event after the lease expires. If processing
 * fails, the error is stored with the event, and the event is retried with increasing delays. Rejects only if Postgres
 * doesn't respond.
 */
export async function processEvents(
  deps: StripeDeps,
  { stopping = () => false }: ProcessOptions = {},
): Promise<number> {
  let done = 0;
  const lane = async (): Promise<void> => {
    while (!stopping()) {
      const event = await claim(deps.system);
      if (!event) return;
      await processEvent(deps, event);
      done += 1;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return done;
}

interface ClaimedEvent extends StoredEvent {
  attempts: number;
}

/** Claims the next event. Uses the partial index `stripe_events_waiting`. */
async function claim(system: Kysely<Database>): Promise<ClaimedEvent | undefined> {
  const { rows } = await sql<{
    id: string;
    type: string;
    account: string | null;
    object: Record<string, unknown> | null;
    attempts: number;
  }>`
    update stripe_events set attempts = attempts + 1, claimed_until = ${leaseFor(LEASE)}
    where id = (
      select id from stripe_events
      where processed_at is null and next_attempt_at <= now() and ${UNCLAIMED}
      order by next_attempt_at limit 1 for update skip locked)
    returning id, type, account, payload->'data'->'object' as object, attempts`.execute(system);
  const [row] = rows;
  return row && { ...row, object: row.object ?? {} };
}

async function processEvent(deps: StripeDeps, event: ClaimedEvent): Promise<void> {
  const { id, type, account, attempts } = event;
  try {
    const events = account === null ? PLATFORM_EVENTS : CONNECT_EVENTS;
    // Reads only own properties, because every object also inherits a 'constructor'.
    const handle = Object.hasOwn(events, type) ? events[type] : undefined;
    const note = handle ? await handle(deps, event) : 'nothing to do';
    await deps.system
      .updateTable('stripe_events')
      .set({ processed_at: sql<Date>`now()`, note, error: null, claimed_until: null })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    deps.logger.warn({ err: errorForLog(error), event: id, type, attempts }, 'a Stripe event failed');
    const message = error instanceof Error ? error.message : String(error);
    await noteFailure(deps.system, { id, attempts, message });
  }
}

const noteFailure = (
  system: Kysely<Database>,
  { id, attempts, message }: { id: string; attempts: number; message: string },
): Promise<unknown> =>
  system
    .updateTable('stripe_events')
    .set({
      error: message.slice(0, LONGEST_ERROR),
      claimed_until: null,
      next_attempt_at:
        attempts >= MOST_ATTEMPTS
          ? sql<Date>`'infinity'::timestamptz`
          : sql<Date>`now() + ${waitAfter(attempts)} * interval '1 millisecond'`,
    })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute();

/** Returns the milliseconds until the next attempt. Delays are 5 s, 10 s, 20 s and so on, up to an hour. */
export const waitAfter = (attempts: number): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempts - 1, 20));

/** Whether an event is due. Used by the sweep. */
export async function hasWaitingEvents(system: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from stripe_events
      where processed_at is null and next_attempt_at <= now()
        and ${UNCLAIMED}) as waiting`.execute(system);
  return rows[0]?.waiting ?? false;
}

/**
 * Makes a failed event due immediately, from the admin panel. A retry is always safe, because an event only makes us
 * read from Stripe again. Returns false if no unfinished event has this id.
 */
export async function retryEvent({ system }: { system: Kysely<Database> }, id: string): Promise<boolean> {
  const { numUpdatedRows } = await system
    .updateTable('stripe_events')
    .set({ next_attempt_at: sql<Date>`now()`, attempts: 0 })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
