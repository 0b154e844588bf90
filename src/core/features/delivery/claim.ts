import { sql } from 'kysely';
import type { LeadId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { leaseFor, UNCLAIMED } from '../../platform/db/lease.ts';
import { whoseOf } from '../messages/message-facts.ts';
import { FOLLOW_UP } from '../messages/registry.ts';
import type { ClaimedRow, DeliveryDeps } from './delivery.ts';
import { inSenderTx, isOfSender, type Sender } from './sender-tx.ts';

/** A message's place in its lane. */
interface Place {
  dueAt: Date;
  id: string;
}

/**
 * The place of the last claimed message of each lane. Steps of follow-ups have their own lane, behind the other
 * messages, because people are waiting for those.
 */
export interface Cursor {
  others: Place;
  steps: Place;
}

const BEFORE_ALL: Place = { dueAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
export const START: Cursor = { others: BEFORE_ALL, steps: BEFORE_ALL };

interface ClaimOptions {
  companyId: Sender;
  channel: MessageChannel;
  /** The current time, according to the business clock. */
  now: Date;
  /** The maximum number of rows to claim per lane. */
  limit: number;
  leaseMs: number;
  after?: Cursor;
}

interface Returned {
  id: string;
  lead_id: LeadId | null;
  kind: string;
  to_address: string;
  due_at: Date;
  attempts: number;
  claimed_until: Date;
}

/**
 * Claims a channel's due messages: those that people wait for first, then follow-ups, each the earliest first. SKIP
 * LOCKED and the lease prevent two workers from claiming the same message. If the lease expires before the message is
 * marked 'sending', the message can be claimed again without using an attempt. Uses the partial index `messages_waiting`.
 * The ids are passed as an array, because Postgres would scan the whole table to join as many rows as it expects.
 */
export async function claimDue(
  tx: CompanyTx,
  { companyId, channel, now, limit, leaseMs, after = START }: ClaimOptions,
): Promise<ClaimedRow[]> {
  const { others, steps } = after;
  const { rows } = await sql<Returned>`${prepared}
    with picked as (
      select due.id from (values
          (false, ${others.dueAt}::timestamptz, ${others.id}::uuid),
          (true, ${steps.dueAt}::timestamptz, ${steps.id}::uuid)) as lane (of_steps, due_at, id),
        lateral (
          select m.id from messages m
          where ${isOfSender(companyId)} and m.channel = ${channel} and m.status = 'scheduled'
            and (m.schedule_id is not null) = lane.of_steps and m.due_at <= ${now} and ${UNCLAIMED}
            and (m.due_at, m.id) > (lane.due_at, lane.id)
          order by m.due_at, m.id limit ${limit} for update skip locked) due)
    update messages m set claimed_until = ${leaseFor(leaseMs)}
    where m.id = any(array(select id from picked))
    returning m.id, m.lead_id, m.kind, m.to_address, m.due_at, m.attempts, m.claimed_until`.execute(tx);
  const claimed = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    ...whoseOf(companyId, row.lead_id),
    channel,
    recipient: row.lead_id ?? row.to_address,
    dueAt: row.due_at,
    attempts: row.attempts,
    claimedUntil: row.claimed_until,
  }));
  return claimed.toSorted(
    (a, b) => Number(isStep(a)) - Number(isStep(b)) || a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1),
  );
}

const isStep = ({ kind }: Pick<ClaimedRow, 'kind'>): boolean => kind === FOLLOW_UP;

/** Returns a cursor for claiming the rows that follow these. */
export const cursorAfter = ({ others, steps }: Cursor, claimed: readonly ClaimedRow[]): Cursor => ({
  others: claimed.findLast((row) => !isStep(row)) ?? others,
  steps: claimed.findLast(isStep) ?? steps,
});

/** Releases claimed rows that weren't started. */
export async function releaseClaims(
  tx: CompanyTx,
  rows: readonly Pick<ClaimedRow, 'id' | 'claimedUntil'>[],
): Promise<void> {
  await sql`${prepared} update messages m set claimed_until = null
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ claimedUntil }) => claimedUntil.toISOString())}::timestamptz[])
      as given (id, claimed_until)
    where m.id = given.id and m.status = 'scheduled' and m.claimed_until = given.claimed_until`.execute(tx);
}

/**
 * How many messages the first claim of a turn takes. The number is small, because messages that haven't been started
 * when the turn ends must be released. The number doubles while messages are sent quickly.
 */
const FIRST_CLAIM: Record<MessageChannel, number> = { sms: 16, email: 64 };
const WORKED_OFF = SECOND / 8;
const LARGEST_CLAIM = 500;

interface ClaimBatches {
  /** Whether there may be more rows to claim. False while a claim is in progress. */
  more(): boolean;
  next(): Promise<ClaimedRow[]>;
  /** Whether a message was claimed in order to probe the provider. */
  tried(): boolean;
  /** Looks for rows that have become due since the last claim. Does nothing if a message probed the provider. */
  lookAgain(): void;
  /** Returns the latest time to start rows from the last claim, according to this process's monotonic clock. */
  begunBy(): number;
}

/** Claims a sender's due rows on one channel in batches, if the provider's state allows it. */
export function claimInBatches(
  deps: Pick<DeliveryDeps, 'db' | 'system' | 'clock' | 'timings' | 'gate'>,
  companyId: Sender,
  channel: MessageChannel,
): ClaimBatches {
  const { leaseMs } = deps.timings;
  let after = START;
  let limit = FIRST_CLAIM[channel];
  let claimedAt = -Infinity;
  let state: 'open' | 'claiming' | 'ended' = 'open';
  let tried = false;
  return {
    more: () => state === 'open',
    tried: () => tried,
    lookAgain() {
      if (state === 'ended' && !tried) state = 'open';
    },
    // Rows are started only in the first half of their lease.
    begunBy: () => claimedAt + leaseMs / 2,
    async next(): Promise<ClaimedRow[]> {
      state = 'claiming';
      const room = await deps.gate.room(channel, companyId);
      if (room === 'none') {
        state = 'ended';
        return [];
      }
      if (performance.now() - claimedAt < WORKED_OFF) limit = Math.min(limit * 2, LARGEST_CLAIM);
      claimedAt = performance.now();
      const claimed = await inSenderTx(deps, companyId, (tx) =>
        claimDue(tx, {
          companyId,
          channel,
          now: deps.clock.now(),
          limit: room === 'one' ? 1 : limit,
          leaseMs,
          after,
        }),
      );
      after = cursorAfter(after, claimed);
      state = claimed.length === 0 || room === 'one' ? 'ended' : 'open';
      if (room === 'all' || claimed.length === 0) return claimed;
      // One message is sent to probe the provider. The next turn uses the result.
      tried = await deps.gate.takeTry(channel);
      if (tried) return claimed;
      await inSenderTx(deps, companyId, (tx) => releaseClaims(tx, claimed));
      return [];
    },
  };
}
