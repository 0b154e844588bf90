import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/primitives/app-error.ts';
import type { SystemDb, SystemTx } from './db/system.ts';

export interface RateLimit {
  /** Counts one attempt. Throws AppError RATE_LIMITED with `retryAfter` (seconds) if no points are left. */
  consume(key: string): Promise<void>;
  /** Counts one attempt. Returns whether it's within the limit. */
  take(key: string): Promise<boolean>;
  /** Returns true if no points are left. Doesn't count an attempt. */
  isSpent(key: string): Promise<boolean>;
  /** Undoes one counted attempt. */
  giveBack(key: string): Promise<void>;
  /** Resets the key's count. */
  forget(key: string): Promise<void>;
}

export interface RateLimitOptions {
  /** The limit's name. Limits with the same name share their counts, even across server processes. */
  name: string;
  points: number;
  durationSeconds: number;
  message?: string;
}

/** Limits apply across companies. If `system` is a transaction, attempts are counted in that transaction. */
export interface LimitDeps {
  system: SystemDb | SystemTx;
}

const CLEAR_ONE_IN = 1 / 200;

/**
 * Creates a rate limit with its counts in Postgres (table `rate_limits`), by wall-clock time. Keys, such as a network
 * or an email address, are stored as hashes. In a transaction, an attempt counts only if the transaction commits.
 * Convert a client's IP address with `networkOf` first, because an IPv6 client has a practically unlimited number of IP
 * addresses.
 */
export function createRateLimit({ system }: LimitDeps, options: RateLimitOptions): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: asClient(system),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    // The library's cleanup timer would keep running after the limit is discarded. Instead, `count` sometimes deletes
    // expired rows.
    clearExpiredByTimeout: false,
    keyPrefix: options.name,
    points: options.points,
    duration: options.durationSeconds,
  });
  const message = options.message ?? 'Too many attempts. Wait a few minutes and try again';
  /** Counts one attempt. Returns the limiter's error if the attempt is over the limit, otherwise undefined. */
  const count = async (key: string): Promise<RateLimiterRes | undefined> => {
    if (Math.random() < CLEAR_ONE_IN) await clearExpired(system);
    try {
      await limiter.consume(hashed(key));
      return undefined;
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause;
      return cause;
    }
  };
  return {
    async consume(key) {
      const refused = await count(key);
      if (!refused) return;
      throw new AppError(message, 'RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) });
    },
    take: async (key) => (await count(key)) === undefined,
    async isSpent(key) {
      const counted = await limiter.get(hashed(key));
      return counted !== null && counted.consumedPoints >= options.points;
    },
    async giveBack(key) {
      await limiter.reward(hashed(key));
    },
    async forget(key) {
      await limiter.delete(hashed(key));
    },
  };
}

/**
 * Deletes expired rows. Skips locked rows, because waiting for them could deadlock with transactions that count
 * attempts.
 */
const clearExpired = (db: SystemDb | SystemTx) =>
  sql`delete from rate_limits where key in (
    select key from rate_limits where expire < ${Date.now()} for update skip locked)`.execute(db);

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Adapts the database to the few `pg` client methods that the limiter uses. */
const asClient = (system: SystemDb | SystemTx) => ({
  async query({ text, values }: { text: string; values?: unknown[] }) {
    const { rows, numAffectedRows } = await system.executeQuery(CompiledQuery.raw(text, values ?? []));
    return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
  },
});
