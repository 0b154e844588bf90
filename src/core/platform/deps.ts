import type { Clock } from '#shared/primitives/clock.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from './config.ts';
import type { AppDb } from './db/app.ts';
import type { Logger } from './log.ts';

/** The owner of outbox rows: a company, or the platform itself. */
export type OutboxOwner = CompanyId | 'platform';

/**
 * Enqueues a wake-up job for the worker: 'this company has something due'. Call it after the commit. It never throws,
 * because the rows in Postgres are authoritative and a lost wake-up costs only one sweep's delay.
 */
export interface WakeUps {
  /** No channel means both; the platform's own messages are all emails. */
  enqueue(owner: OutboxOwner, channel?: MessageChannel): Promise<void>;
}

/**
 * The dependencies of a use case. Nothing comes from a global. Cross-tenant access isn't included: see `SystemDeps`.
 */
export interface Deps {
  config: Config;
  clock: Clock;
  db: AppDb;
  wakeUps: WakeUps;
  logger: Logger;
}
