import { type RawBuilder, sql } from 'kysely';
import type { MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * The allowed moves of a message's status. This file alone changes it. Postgres holds the same list
 * (`is_message_move`), and a test compares both.
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
 * - delivered ▶ failed: an email bounced after it was reported as delivered.
 * - failed ▶ scheduled: the carrier didn't deliver a text, which is tried once more (T8), or a person retries it.
 * - cancelled, unknown ▶ scheduled: a person decided to send it after all.
 */
export const MOVES = {
  draft: ['scheduled', 'cancelled'],
  scheduled: ['scheduled', 'sending', 'sent', 'failed', 'skipped', 'cancelled'],
  sending: ['sending', 'scheduled', 'sent', 'delivered', 'failed', 'skipped', 'unknown'],
  sent: ['delivered', 'failed'],
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
 * Messages with another status than `from` stay as they are. A message that's to be sent again has no `at` anymore: if
 * its try may have arrived, Postgres keeps the try in `message_attempts`. The statuses are part of the SQL text, so that
 * Postgres can use the partial indexes.
 */
export function moving<const To extends Status>({
  from,
  to,
  set = [],
  using,
  where,
  returning,
}: Moving<To>): RawBuilder<unknown> {
  const also = [
    ...(to === 'sending' ? [] : [sql`claimed_until = null`]),
    ...(to === 'scheduled' || to === 'skipped' ? [sql`at = null`] : []),
  ];
  const statuses = sql.join(from.map((status) => sql.lit<string>(status)));
  return sql.join(
    [
      sql`update messages m`,
      sql`set ${sql.join([sql`status = ${sql.lit<string>(to)}`, ...also, ...set])}`,
      ...(using ? [sql`from ${using}`] : []),
      sql`where ${sql.join([...where, sql`m.status in (${statuses})`], sql` and `)}`,
      ...(returning ? [sql`returning ${returning}`] : []),
    ],
    sql` `,
  );
}

/**
 * SQL condition for messages that the product sends and that it or a person may decide about. False for incoming
 * messages, for emails from the contractor's own mailbox, and for follow-ups of a schedule that was started again.
 */
export const IS_SENT_BY_US = sql<boolean>`due_at is not null`;

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
  errorCode?: string | null;
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
  /** Moves the message only if its current try has this provider's id. */
  withProviderId?: string;
}

/** 'unchanged': the message has another status or lease by now, so another process has decided about it. */
export type Moved = 'moved' | 'unchanged';

const TRIES = {
  less: sql`attempts = greatest(attempts - 1, 0)`,
  more: sql`attempts = attempts + 1`,
  none: sql`attempts = 0, tried_later = false`,
};

/** What a message that was moved says, and to whom. The words are null if it was never sent. */
export interface MovedMessage {
  subject: string | null;
  body: string | null;
  to_address: string;
}

/** Moves one message and ends its lease. The row must be locked, or the move must depend on `from`. */
export const move = async <const To extends MessageStatus>(
  tx: CompanyTx,
  key: MessageKey,
  change: Move<To>,
): Promise<Moved> => ((await moveOne(tx, key, change)) ? 'moved' : 'unchanged');

/** Does the same as `move`, and returns the message. Returns undefined if it's unchanged. */
export async function moveOne<const To extends MessageStatus>(
  tx: CompanyTx,
  { rowId }: MessageKey,
  { from, to, ...change }: Move<To>,
): Promise<MovedMessage | undefined> {
  const set = [
    change.reason !== undefined && sql`reason = ${change.reason}`,
    change.dueAt && sql`due_at = ${change.dueAt}, first_due_at = coalesce(first_due_at, due_at)`,
    change.plannedAt && sql`due_at = ${change.plannedAt}, first_due_at = null`,
    change.providerId !== undefined && sql`provider_id = ${change.providerId}`,
    change.errorCode !== undefined && sql`error_code = ${change.errorCode}`,
    change.tries && TRIES[change.tries],
    change.triedLater && sql`tried_later = true`,
  ].filter((assignment) => typeof assignment === 'object');
  const { claimedUntil, withProviderId } = change;
  const { rows } = await moving({
    from,
    to,
    set,
    where: [
      sql`m.id = ${rowId}`,
      ...(claimedUntil ? [sql`m.claimed_until = ${claimedUntil}`] : []),
      ...(withProviderId === undefined ? [] : [sql`m.provider_id = ${withProviderId}`]),
    ],
    returning: sql`m.subject, m.body, m.to_address`,
  })
    .$castTo<MovedMessage>()
    .execute(tx);
  return rows[0];
}
