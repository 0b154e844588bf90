import type { OrganizationId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** How many deals an organization has, those of other members too. */
export async function countDeals(tx: CompanyTx, orgId: OrganizationId): Promise<number> {
  const { count } = await tx
    .selectFrom('deals')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return count;
}
