import { Kysely, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { FairShare } from './fair-share.ts';
import { PicketDialect } from './dialect.ts';
import { createPool, inShares } from './pool.ts';
import type { Database } from './tables.ts';

declare const systemBrand: unique symbol;

/**
 * A pool of the role `picket_system`, which crosses tenants. Its callers, each with its reason (the linter
 * holds this list): auth (who signs in, which company is his), the widget (which company an id names),
 * estimate and unsubscribe tokens (which company a link belongs to), webhooks (whose message this is),
 * sweeps (who has something due), the Admin Panel, and the start of each process.
 */
export type SystemDb = Kysely<Database> & { readonly [systemBrand]: true };
export type SystemTx = Transaction<Database>;

export const createSystemDb = (config: Config, logger: Logger, max = 4, share?: FairShare): SystemDb => {
  const pool = createPool({ connectionString: config.DATABASE_URL, role: 'picket_system', max, logger });
  return new Kysely<Database>({ dialect: new PicketDialect(inShares(pool, share)) }) as SystemDb;
};
