import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from './app.ts';
import { memberIn } from './requester.ts';

/** Transactions in which `asWholeCompany` is running. */
const inside = new WeakSet<CompanyTx>();

/**
 * Runs `work` with access to all of the company's rows, even if the request is from a member with the role sales. Use
 * it for decisions that the product makes itself, such as a deal's position among others that this member can't see.
 * Nothing that `work` reads may be included in the response to the member.
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
