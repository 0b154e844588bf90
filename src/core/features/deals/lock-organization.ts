import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, OrganizationId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Locks an organization, so that changes to its pipelines and deal order run one at a time. Leads must be locked first.
 * Throws NOT_FOUND.
 */
export async function lockOrganization(tx: CompanyTx, companyId: CompanyId, orgId: OrganizationId): Promise<void> {
  if (!(await lockIfThere(tx, companyId, orgId))) throw notFound('this organization');
}

/** Like `lockOrganization`, but returns false if the organization doesn't exist. */
export async function lockIfThere(tx: CompanyTx, companyId: CompanyId, orgId: OrganizationId): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', orgId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
