import type { OrganizationId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Counts an organization's deals, including those that the requester can't see. */
export async function countDeals(tx: CompanyTx, orgId: OrganizationId): Promise<number> {
  const { count } = await tx
    .selectFrom('deals')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return count;
}
