import { type Kysely, sql, type Transaction } from 'kysely';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Database } from '../../platform/db/tables.ts';

/** Longest wait of an inbound text for a text that is being sent to the same phone. */
const PATIENCE = 5 * SECOND;

const key = (phone: string) => sql`hashtextextended(${`phone:${phone}`}, 0)`;

/** So long after asking for the lock a text may begin: whoever has waited longer goes on without it. */
const BEGIN_WITHIN = PATIENCE - SECOND;

/**
 * Holds a phone number for as long as `work` runs, on one connection: checking and sending a text to it are one
 * step that no opt-out, reply or other text to the same number can come between (C9, C18). What is not begun by
 * `begunBy` (this process's monotonic time) must not begin: an opt-out may have stopped waiting.
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

/** The time at which the lock was asked for. One that came late is asked for again: its time is half over. */
async function holdPhone(connection: Kysely<Database>, phone: string): Promise<number> {
  for (;;) {
    const asked = performance.now();
    await sql`select pg_advisory_lock(${key(phone)})`.execute(connection);
    if (performance.now() - asked < SECOND) return asked;
    await releasePhone(connection, phone);
  }
}

/** A connection that died took the lock with it. */
async function releasePhone(connection: Kysely<Database>, phone: string): Promise<void> {
  await sql`select pg_advisory_unlock(${key(phone)})`.execute(connection).catch(() => undefined);
}

/**
 * Waits until nothing is being sent to the phone and keeps it so until the transaction ends; after 5 s goes on
 * without, because what a person wrote must be kept. Begin the transaction with it.
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
