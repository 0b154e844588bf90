import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/primitives/app-error.ts';
import type { SystemDb, SystemTx } from './db/system.ts';

export interface RateLimit {
  /** Counts one try. Throws AppError RATE_LIMITED with `retryAfter` (seconds) if the points are used up. */
  consume(key: string): Promise<void>;
  /** The same as a boolean: whether there was room. */
  take(key: string): Promise<boolean>;
  /** Whether the points are used up. Counts nothing. */
  isSpent(key: string): Promise<boolean>;
  /** Takes back one counted try. */
  giveBack(key: string): Promise<void>;
  /** Clears this key's count. */
  forget(key: string): Promise<void>;
}

export interface RateLimitOptions {
  /** Identifies the limit; limits with the same name share their counts across server processes. */
  name: string;
  points: number;
  durationSeconds: number;
  message?: string;
}

/** Limits apply to everyone, across companies; with a transaction, they count what it does. */
export interface LimitDeps {
  system: SystemDb | SystemTx;
}

const CLEAR_ONE_IN = 1 / 200;

/**
 * A limit counted in Postgres (table `rate_limits`) in real time. Keys (a network, an email address) are stored hashed.
 * With a transaction, it counts only if that commits. Pass a client's IP address through `networkOf` first, because an
 * IPv6 user has practically unlimited addresses.
 */
export function createRateLimit({ system }: LimitDeps, options: RateLimitOptions): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: asClient(system),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    // its cleanup timer would outlive the limit; `consume` cleans up occasionally
    clearExpiredByTimeout: false,
    keyPrefix: options.name,
    points: options.points,
    duration: options.durationSeconds,
  });
  const message = options.message ?? 'Too many attempts. Wait a few minutes and try again';
  /** Counts one try. Returns the error; undefined if there was room. */
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

/** Doesn't wait for locks, so counting transactions can't deadlock. */
const clearExpired = (db: SystemDb | SystemTx) =>
  sql`delete from rate_limits where key in (
    select key from rate_limits where expire < ${Date.now()} for update skip locked)`.execute(db);

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The few `pg` client methods the limiter uses, on the existing pool. */
const asClient = (system: SystemDb | SystemTx) => ({
  async query({ text, values }: { text: string; values?: unknown[] }) {
    const { rows, numAffectedRows } = await system.executeQuery(CompiledQuery.raw(text, values ?? []));
    return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
  },
});
