import { Kysely, sql, type Transaction } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { CompanyTx } from './app.ts';
import type { FairShare } from './fair-share.ts';
import { PicketDialect } from './dialect.ts';
import { enterCompany } from './requester.ts';
import { createPool, inShares } from './pool.ts';
import type { Database } from './tables.ts';

declare const systemBrand: unique symbol;

/**
 * A connection pool with the role `picket_system`, which can access the rows of all companies.
 * `scripts/lint/crossing.ts` lists the files that may import it, with reasons.
 */
export type SystemDb = Kysely<Database> & { readonly [systemBrand]: true };
export type SystemTx = Transaction<Database>;

/** The dependencies that cross-tenant use cases need in addition to `Deps`. */
export interface SystemDeps {
  system: SystemDb;
}

export const createSystemDb = (config: Config, logger: Logger, max = 4, share?: FairShare): SystemDb => {
  const pool = createPool({ connectionString: config.DATABASE_URL, role: 'picket_system', max, logger });
  return new Kysely<Database>({ dialect: new PicketDialect(inShares(pool, share)) }) as SystemDb;
};

/** The `app.company_id` for rows without a company, such as the platform's own messages. No company has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const nobody = sql`select set_config('app.company_id', ${sql.lit(NOBODY)}, true)`;

/**
 * The company that each transaction is currently limited to, if any. When a nested call ends, the caller's company is
 * restored.
 */
const inside = new WeakMap<SystemTx, CompanyId | null>();

/**
 * Runs `work` in the same transaction, but with the role `picket_app` and limited to one company. Row-level security
 * then shows only that company's rows. If `companyId` is null, it shows only the platform's own rows in `messages`,
 * `messages` and `opt_outs`. Calls can be nested. When `work` ends, the transaction's previous role and company are
 * restored. Don't use `systemTx` while `work` runs.
 */
export async function asCompany<T>(
  systemTx: SystemTx,
  companyId: CompanyId | null,
  work: (tx: CompanyTx) => Promise<T>,
): Promise<T> {
  const outer = inside.get(systemTx);
  await enter(systemTx, companyId);
  try {
    return await work(systemTx as CompanyTx);
  } finally {
    // A failed transaction doesn't accept any statements. Its rollback restores the settings anyway.
    await (outer === undefined ? leave(systemTx) : enter(systemTx, outer)).catch(() => undefined);
  }
}

async function enter(systemTx: SystemTx, companyId: CompanyId | null): Promise<void> {
  // Both statements are sent in one round trip.
  await sql`set local role picket_app; ${companyId === null ? nobody : enterCompany(companyId)}`.execute(systemTx);
  inside.set(systemTx, companyId);
}

async function leave(systemTx: SystemTx): Promise<void> {
  inside.delete(systemTx);
  await sql`set local role picket_system; select set_config('app.company_id', '', true), set_config('app.user_id', '', true)`.execute(
    systemTx,
  );
}
