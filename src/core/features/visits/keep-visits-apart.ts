import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Lets changes to a company's visits and their settings wait for each other, until the transaction ends. What's free is
 * then still free when it's written. If a lead is locked too, lock it first. Without this lock, the constraint
 * `visits_apart` would still refuse visits that one member can't make.
 */
export const lockVisits = async (tx: CompanyTx, companyId: CompanyId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`visits:${companyId}`}, 0))`.execute(tx);
};
