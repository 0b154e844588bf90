import { sql } from 'kysely';
import type { LeadId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { leaseFor, UNCLAIMED } from '../../platform/db/lease.ts';
import type { DeliveryTable } from '../outbox/message-facts.ts';
import { whoseOf } from '../outbox/message-facts.ts';
import type { ClaimedRow, DeliveryDeps } from './delivery.ts';
import { inSenderTx, isOfSender, type Sender } from './sender-tx.ts';

/** The last row claimed from each table. The next claim starts after it. */
export type Cursor = Partial<Record<DeliveryTable, { dueAt: Date; id: string }>>;

interface ClaimOptions {
  companyId: Sender;
  channel: MessageChannel;
  /** The current time, according to the business clock. */
  now: Date;
  /** The maximum number of rows to claim per table. */
  limit: number;
  leaseMs: number;
  after?: Cursor;
}

interface Returned {
  id: string;
  lead_id: LeadId | null;
  to_address: string | null;
  due_at: Date;
  attempts: number;
  claimed_until: Date;
}

/**
 * Claims a channel's due messages, earliest first. Messages from the outbox come before follow-ups, because people are
 * waiting for them. SKIP LOCKED and the lease prevent two workers from claiming the same message. If the lease expires
 * before the message is marked 'sending', the message can be claimed again without using an attempt. Uses the partial
 * indexes `follow_up_messages_waiting` and `outbox_waiting`.
 */
export async function claimDue(tx: CompanyTx, options: ClaimOptions): Promise<ClaimedRow[]> {
  const outbox = await claimFrom(tx, 'outbox', options);
  if (options.companyId === null) return outbox;
  return [...outbox, ...(await claimFrom(tx, 'follow_up_messages', options))];
}

async function claimFrom(tx: CompanyTx, table: DeliveryTable, options: ClaimOptions): Promise<ClaimedRow[]> {
  const { companyId, channel, now, limit, leaseMs, after } = options;
  const to = table === 'outbox' ? sql`m.to_address` : sql`null`;
  const last = after?.[table];
  const beyond = last === undefined ? sql`` : sql`and (due_at, id) > (${last.dueAt}, ${last.id})`;
  const { rows } = await sql<Returned>`${prepared}
    with picked as (
      select id from ${sql.table(table)}
      where ${isOfSender(companyId)} and channel = ${channel} and status = 'scheduled' and due_at <= ${now}
        and ${UNCLAIMED} ${beyond}
      order by due_at, id limit ${limit} for update skip locked)
    update ${sql.table(table)} m
    set claimed_until = ${leaseFor(leaseMs)}
    from picked where m.id = picked.id
    returning m.id, m.lead_id, ${to} as to_address, m.due_at, m.attempts, m.claimed_until`.execute(tx);
  const claimed = rows.map((row) => ({
    table,
    id: row.id,
    ...whoseOf(companyId, row.lead_id),
    channel,
    recipient: row.lead_id ?? row.to_address ?? row.id,
    dueAt: row.due_at,
    attempts: row.attempts,
    claimedUntil: row.claimed_until,
  }));
  return claimed.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1));
}

/** Returns a cursor for claiming the rows that follow these. */
export function cursorAfter(cursor: Cursor, claimed: readonly ClaimedRow[]): Cursor {
  const last = (table: DeliveryTable) => claimed.findLast((row) => row.table === table) ?? cursor[table];
  const [outbox, followUps] = [last('outbox'), last('follow_up_messages')];
  return { ...(outbox && { outbox }), ...(followUps && { follow_up_messages: followUps }) };
}

/** Releases claimed rows that weren't started. */
export async function releaseClaims(
  tx: CompanyTx,
  rows: readonly Pick<ClaimedRow, 'table' | 'id' | 'claimedUntil'>[],
): Promise<void> {
  for (const [table, own] of Map.groupBy(rows, (row) => row.table))
    await sql`${prepared} update ${sql.table(table)} m set claimed_until = null
      from unnest(${own.map(({ id }) => id)}::uuid[], ${own.map(({ claimedUntil }) => claimedUntil.toISOString())}::timestamptz[])
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
  let after: Cursor = {};
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
