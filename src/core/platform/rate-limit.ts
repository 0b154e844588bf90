import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/primitives/app-error.ts';
import type { SystemDb } from './db/system.ts';

export interface RateLimit {
  /** Counts one try. Throws AppError RATE_LIMITED with `retryAfter` (seconds) where the points are spent. */
  consume(key: string): Promise<void>;
  /** Takes one counted try back. */
  giveBack(key: string): Promise<void>;
  /** Forgets what was counted for this key. */
  forget(key: string): Promise<void>;
}

export interface RateLimitOptions {
  /** Names the limit; limits of one name share their counts, in every server process. */
  name: string;
  points: number;
  durationSeconds: number;
  message?: string;
}

const CLEAR_ONE_IN = 1 / 200;

/**
 * A limit counted in Postgres (table `rate_limits`) in real time. Keys (an address, a mail address) are
 * stored hashed.
 */
export function createRateLimit(system: SystemDb, options: RateLimitOptions): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: asClient(system),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    // its timer would outlive the limit; `consume` clears now and then
    clearExpiredByTimeout: false,
    keyPrefix: options.name,
    points: options.points,
    duration: options.durationSeconds,
  });
  const message = options.message ?? 'Too many tries. Wait a little and try again';
  return {
    async consume(key) {
      try {
        if (Math.random() < CLEAR_ONE_IN)
          await sql`delete from rate_limits where expire < ${Date.now()}`.execute(system);
        await limiter.consume(hashed(key));
      } catch (cause) {
        if (!(cause instanceof RateLimiterRes)) throw cause;
        throw new AppError(message, 'RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(cause.msBeforeNext / 1000)) });
      }
    },
    async giveBack(key) {
      await limiter.reward(hashed(key));
    },
    async forget(key) {
      await limiter.delete(hashed(key));
    },
  };
}

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The little of a `pg` client that the limiter uses, on the pool that is there already. */
const asClient = (system: SystemDb) => ({
  async query({ text, values }: { text: string; values?: unknown[] }) {
    const { rows, numAffectedRows } = await system.executeQuery(CompiledQuery.raw(text, values ?? []));
    return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
  },
});
