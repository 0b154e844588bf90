import { type RawBuilder, sql } from 'kysely';
import type { MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * The allowed moves of a message's status. This file alone changes the status of a message: of an outgoing message
 * (`outbox`, which the view `follow_up_messages` shows a part of) and of an entry in the thread (`messages`). Postgres
 * holds the same list (`is_message_move`), and a test compares both.
 *
 *     draft ───▶ scheduled ───▶ sending ───▶ sent ───▶ delivered
 *       │         │  ▲  ▲         │  │ ▲      ▲ │          │
 *       │         │  │  └─ retry ─┘  │ │      │ │          │
 *       │         │  │               ▼ │      │ │          │
 *       │         │  ├─ resend ── unknown ────┘ │          │
 *       │         │  │               │          │          │
 *       │         │  │               ▼          ▼          │
 *       │         │  ├─ resend ──  failed ◀──────── bounce ┘
 *       ▼         ▼  │
 *     cancelled, skipped            received: an incoming message, which never moves
 *
 * - scheduled ▶ scheduled: postponed. sending ▶ sending: a late answer takes its attempt back from `recordLapsed`.
 * - scheduled ▶ sent, sending ▶ delivered: a status report arrived before the attempt was recorded.
 * - sending ▶ scheduled: nothing left, and it's tried again. sending ▶ skipped: the carrier has already answered a STOP.
 * - sent ▶ scheduled: the carrier didn't deliver a text, which is tried once more (T8).
 * - delivered ▶ failed: an email bounced after it was reported as delivered.
 * - failed, cancelled, unknown ▶ scheduled: a person decided to send it after all.
 */
export const MOVES = {
  draft: ['scheduled', 'cancelled'],
  scheduled: ['scheduled', 'sending', 'sent', 'failed', 'skipped', 'cancelled'],
  sending: ['sending', 'scheduled', 'sent', 'delivered', 'failed', 'skipped', 'unknown'],
  sent: ['scheduled', 'delivered', 'failed'],
  delivered: ['failed'],
  failed: ['scheduled'],
  skipped: [],
  cancelled: ['scheduled'],
  unknown: ['sending', 'scheduled', 'sent', 'delivered', 'failed', 'cancelled'],
  received: [],
} as const satisfies Record<Status, readonly Status[]>;

type Status = MessageStatus | 'received';

/** The statuses from which a message may move to `To`. If `To` is one of several, the statuses from which all may follow. */
export type Before<To extends Status> = {
  [From in Status]: [To] extends [(typeof MOVES)[From][number]] ? From : never;
}[Status];

interface Moving<To extends Status> {
  from: readonly Before<To>[];
  to: To;
  /** Assignments to further columns. */
  set?: readonly RawBuilder<unknown>[];
  /** Other rows that `set`, `where` and `returning` use. */
  using?: RawBuilder<unknown>;
  /** The conditions that choose the messages, in addition to `from`. Their alias is `m`. */
  where: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]];
  returning?: RawBuilder<unknown>;
}

/**
 * Returns the statement that moves all messages that match, and ends their leases unless they're moved to 'sending'.
 * Messages with another status than `from` stay as they are. The statuses are part of the SQL text, so that Postgres can
 * use the partial indexes.
 */
export function moving<const To extends Status>(
  table: 'outbox' | 'messages',
  { from, to, set = [], using, where, returning }: Moving<To>,
): RawBuilder<unknown> {
  const endsLease = table === 'outbox' && to !== 'sending';
  const statuses = sql.join(from.map((status) => sql.lit<string>(status)));
  return sql.join(
    [
      sql`update ${sql.table(table)} m`,
      sql`set ${sql.join([sql`status = ${sql.lit<string>(to)}`, ...(endsLease ? [sql`claimed_until = null`] : []), ...set])}`,
      ...(using ? [sql`from ${using}`] : []),
      sql`where ${sql.join([...where, sql`m.status in (${statuses})`], sql` and `)}`,
      ...(returning ? [sql`returning ${returning}`] : []),
    ],
    sql` `,
  );
}

export interface MessageKey {
  rowId: string;
}

export interface Move<To extends MessageStatus> {
  from: readonly Before<To>[];
  to: To;
  reason?: string | null;
  /** When to try the same message again. Lateness is still measured from the original due time (C17). */
  dueAt?: Date;
  /** Replaces `dueAt` if the message is moved into texting hours or a person resends it. */
  plannedAt?: Date;
  providerId?: string | null;
  /**
   * How the number of attempts changes. 'less': the last attempt doesn't count. 'more': an attempt failed before it was
   * counted. 'none': the number is reset, because a person resends the message and it gets all of T8's attempts again.
   */
  tries?: 'less' | 'more' | 'none';
  /** Records that T8's single later retry is used up. */
  triedLater?: true;
  /**
   * Moves the message only if it still has this lease. A different lease means that another attempt, or its recovery,
   * has begun.
   */
  claimedUntil?: Date | undefined;
}

/** 'unchanged': the message has another status or lease by now, so another process has decided about it. */
export type Moved = 'moved' | 'unchanged';

const TRIES = {
  less: sql`attempts = greatest(attempts - 1, 0)`,
  more: sql`attempts = attempts + 1`,
  none: sql`attempts = 0, tried_later = false`,
};

/** Moves one message and ends its lease. The row must be locked, or the move must depend on `from`. */
export async function move<const To extends MessageStatus>(
  tx: CompanyTx,
  { rowId }: MessageKey,
  { from, to, ...change }: Move<To>,
): Promise<Moved> {
  const set = [
    change.reason !== undefined && sql`reason = ${change.reason}`,
    change.dueAt && sql`due_at = ${change.dueAt}, first_due_at = coalesce(first_due_at, due_at)`,
    change.plannedAt && sql`due_at = ${change.plannedAt}, first_due_at = null`,
    change.providerId !== undefined && sql`provider_id = ${change.providerId}`,
    change.tries && TRIES[change.tries],
    change.triedLater && sql`tried_later = true`,
  ].filter((assignment) => typeof assignment === 'object');
  const { claimedUntil } = change;
  const { numAffectedRows = 0n } = await moving('outbox', {
    from,
    to,
    set,
    where: [sql`m.id = ${rowId}`, ...(claimedUntil ? [sql`m.claimed_until = ${claimedUntil}`] : [])],
  }).execute(tx);
  return numAffectedRows > 0n ? 'moved' : 'unchanged';
}
