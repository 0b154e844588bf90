import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Deletes a company's waiting messages for which `which` is true, because what they say isn't true anymore. The
 * conversation then doesn't announce them. `which` is an SQL condition with the alias `m`. Messages that are being sent, or
 * were sent, stay.
 */
export async function withdrawWaiting(
  tx: CompanyTx,
  { companyId, which }: { companyId: CompanyId; which: RawBuilder<SqlBool> },
): Promise<void> {
  await sql`delete from messages m
    where m.company_id = ${companyId} and m.status = 'scheduled' and ${which}`.execute(tx);
}
