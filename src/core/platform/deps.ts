import type { Clock } from '#shared/primitives/clock.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from './config.ts';
import type { AppDb } from './db/app.ts';
import type { Logger } from './log.ts';

/** The owner of a message: a company or the platform. */
export type MessageOwner = CompanyId | 'platform';

/**
 * Enqueues a wake-up job. The worker then processes the company's due work. Call it after the commit. Never throws.
 * Postgres rows are the source of truth, so a lost wake-up job only delays the work until the next sweep.
 */
export interface WakeUps {
  /** Without a channel, enqueues a job for each channel. The platform sends only email. */
  enqueue(owner: MessageOwner, channel?: MessageChannel): Promise<void>;
}

/**
 * The dependencies that use cases get as a parameter instead of using globals. For cross-tenant access, see
 * `SystemDeps`.
 */
export interface Deps {
  config: Config;
  clock: Clock;
  db: AppDb;
  wakeUps: WakeUps;
  logger: Logger;
}
