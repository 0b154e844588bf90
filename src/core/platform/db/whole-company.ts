import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from './app.ts';
import { memberIn } from './requester.ts';

/** Transactions that are inside `asWholeCompany`. */
const inside = new WeakSet<CompanyTx>();

/**
 * Runs `work` with all of the company's rows, also in the request of a member with the role sales: for what the product
 * decides by itself, such as a deal's place among others that this member can't see. Nothing read here may be part of
 * an answer to them.
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
