import type { Config } from '#core/platform/config.ts';
import { type AppDb, createAppDb } from '#core/platform/db/app.ts';
import { FairShare, type ShareRules } from '#core/platform/db/fair-share.ts';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import type { Logger } from '#core/platform/log.ts';
import { SECOND } from '#shared/primitives/durations.ts';

const PATIENCE = { waiting: 200, waitMs: 10 * SECOND };

/**
 * Connection limits for the tenant pool. A company gets only two connections for writes, because all messages that it
 * sends lock the row with its plan. Further connections would only wait for that lock.
 */
export const TENANT_SHARES: ShareRules = {
  connections: 8,
  keptForReads: 3,
  perOwner: 5,
  perOwnerIn: { read: 3, write: 2, public: 2 },
  perLane: { read: 8, write: 5, public: 3 },
  ...PATIENCE,
};

/**
 * Connection limits for the system pool. The server uses this pool for short queries for sessions, tokens and
 * contractor ids. It also uses it for the transactions for sign-ins and webhooks.
 */
export const SYSTEM_SHARES: ShareRules = {
  connections: 4,
  keptForReads: 1,
  perOwner: 3,
  perOwnerIn: { read: 2, write: 2, public: 2 },
  perLane: { read: 4, write: 3, public: 3 },
  ...PATIENCE,
};

/** Opens the server's two connection pools. Each pool is shared fairly between companies and networks. */
export const openDatabases = (config: Config, logger: Logger): { db: AppDb; system: SystemDb } => ({
  db: createAppDb(config, logger, TENANT_SHARES.connections, new FairShare(TENANT_SHARES)),
  system: createSystemDb(config, logger, SYSTEM_SHARES.connections, new FairShare(SYSTEM_SHARES)),
});
