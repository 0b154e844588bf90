import type { Config } from '#core/platform/config.ts';
import { type AppDb, createAppDb } from '#core/platform/db/app.ts';
import { FairShare, type ShareRules } from '#core/platform/db/fair-share.ts';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import type { Logger } from '#core/platform/log.ts';
import { SECOND } from '#shared/primitives/durations.ts';

const PATIENCE = { waiting: 200, waitMs: 10 * SECOND };

/** Sends of one company wait for each other on its plan's row: more than two connections would only wait. */
export const TENANT_SHARES: ShareRules = {
  connections: 8,
  keptForReads: 3,
  perOwner: 5,
  perOwnerIn: { read: 3, write: 2, public: 2 },
  perLane: { read: 8, write: 5, public: 3 },
  ...PATIENCE,
};

/** Sessions, tokens, contractor ids: short look-ups, and the transactions of sign-in and webhooks. */
export const SYSTEM_SHARES: ShareRules = {
  connections: 4,
  keptForReads: 1,
  perOwner: 3,
  perOwnerIn: { read: 2, write: 2, public: 2 },
  perLane: { read: 4, write: 3, public: 3 },
  ...PATIENCE,
};

/** The server's two pools, whose connections are shared fairly between companies and networks. */
export const openDatabases = (config: Config, logger: Logger): { db: AppDb; system: SystemDb } => ({
  db: createAppDb(config, logger, TENANT_SHARES.connections, new FairShare(TENANT_SHARES)),
  system: createSystemDb(config, logger, SYSTEM_SHARES.connections, new FairShare(SYSTEM_SHARES)),
});
