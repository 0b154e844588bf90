import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from './app.ts';
import { memberIn } from './requester.ts';

/** Transactions where `asWholeCompany` is currently running. */
const inside = new WeakSet<CompanyTx>();

/**
 * Runs `work` with access to all of the company's rows, even in a request by a member with the sales role. Use it for
 * automatic decisions. For example, a deal's position depends on other deals that this member can't see. The response
 * to the member must not include data that `work` reads.
 */
export async function asWholeCompany<T>(tx: CompanyTx, companyId: CompanyId, work: () => Promise<T>): Promise<T> {
  if (memberIn(companyId)?.role !== 'sales' || inside.has(tx)) return work();
  await sql`set local role picket_app`.execute(tx);
  inside.add(tx);
  try {
    const result = await work();
    await sql`set local role picket_sales`.execute(tx);
    return result;
  } finally {
    inside.delete(tx);
  }
}
