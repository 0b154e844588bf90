import type { Clock } from '#shared/primitives/clock.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from './config.ts';
import type { AppDb } from './db/app.ts';
import type { Logger } from './log.ts';

/** Whose rows of the outbox: a company's, or the platform's own, which belong to no company. */
export type OutboxOwner = CompanyId | 'platform';

/**
 * Wakes the worker: 'this company has something due'. Rung after the commit; never throws, because the
 * rows in Postgres are the truth and a lost ring costs one sweep's delay.
 */
export interface Bell {
  /** Without a channel for both; the platform's own are all mails. */
  ring(owner: OutboxOwner, channel?: MessageChannel): Promise<void>;
}

/** What a use case is handed. Nothing is fetched from a global. What crosses tenants is not among it: `SystemDeps`. */
export interface Deps {
  config: Config;
  clock: Clock;
  db: AppDb;
  bell: Bell;
  logger: Logger;
}
