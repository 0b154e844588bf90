import { type Kysely, sql, type Transaction } from 'kysely';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Database } from '../../platform/db/tables.ts';

/** The longest time that an inbound text waits while another text to the same phone is being sent. */
const PATIENCE = 5 * SECOND;

const key = (phone: string) => sql`hashtextextended(${`phone:${phone}`}, 0)`;

/**
 * How long after requesting the lock `work` may start sending. Inbound texts stop waiting for the lock after
 * `PATIENCE`.
 */
const BEGIN_WITHIN = PATIENCE - SECOND;

/**
 * Locks a phone number on one connection while `work` runs. Meanwhile, no opt-out or reply from this number is
 * processed, and no other text is sent to it (C9, C18). That way, nothing changes between the check and the send.
 * `work` must start sending by `begunBy` (this process's monotonic time). After that, an opt-out may have stopped
 * waiting for the lock.
 */
export async function withPhone<T>(
  connection: Kysely<Database>,
  phone: string,
  work: (begunBy: number) => Promise<T>,
): Promise<T> {
  const asked = await holdPhone(connection, phone);
  try {
    return await work(asked + BEGIN_WITHIN);
  } finally {
    await releasePhone(connection, phone);
  }
}

/**
 * Locks the number and returns the time at which it requested the lock. If getting the lock takes a second or longer,
 * releases the lock and requests it again, so that there's enough time left to start sending.
 */
async function holdPhone(connection: Kysely<Database>, phone: string): Promise<number> {
  for (;;) {
    const asked = performance.now();
    await sql`select pg_advisory_lock(${key(phone)})`.execute(connection);
    if (performance.now() - asked < SECOND) return asked;
    await releasePhone(connection, phone);
  }
}

/** Releases the lock. Ignores errors, because a broken connection has already released it. */
async function releasePhone(connection: Kysely<Database>, phone: string): Promise<void> {
  await sql`select pg_advisory_unlock(${key(phone)})`.execute(connection).catch(() => undefined);
}

/**
 * Waits until no text is being sent to the phone, and blocks new sends until the transaction ends. If the lock isn't
 * available after 5 seconds, continues without it, because the person's message must be stored. Must be the
 * transaction's first call.
 */
export async function claimPhone(tx: Transaction<Database>, phone: string): Promise<void> {
  await sql`savepoint phone`.execute(tx);
  try {
    await sql`select set_config('lock_timeout', ${`${PATIENCE}ms`}, true)`.execute(tx);
    await sql`select pg_advisory_xact_lock(${key(phone)})`.execute(tx);
    await sql`select set_config('lock_timeout', '0', true)`.execute(tx);
    await sql`release savepoint phone`.execute(tx);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await sql`rollback to savepoint phone`.execute(tx);
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';
