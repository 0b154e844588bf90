import type { Clock } from '#shared/primitives/clock.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from './config.ts';
import type { AppDb } from './db/app.ts';
import type { Logger } from './log.ts';

/** The owner of outbox rows: a company, or the platform itself. */
export type OutboxOwner = CompanyId | 'platform';

/**
 * Enqueues a wake-up job that tells the worker that a company has due work. Call it after the commit. It never throws:
 * Postgres rows are the source of truth, so a lost wake-up only delays the work until the next sweep.
 */
export interface WakeUps {
  /** Without a channel, both are checked. The platform's own messages are all emails. */
  enqueue(owner: OutboxOwner, channel?: MessageChannel): Promise<void>;
}

/** The dependencies of a use case; nothing is read from a global. Cross-tenant access is separate: see `SystemDeps`. */
export interface Deps {
  config: Config;
  clock: Clock;
  db: AppDb;
  wakeUps: WakeUps;
  logger: Logger;
}
