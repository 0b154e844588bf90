import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, OrganizationId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Serializes changes to an organization's pipelines and deal order. Throws NOT_FOUND. Lock leads before it. */
export async function lockOrganization(tx: CompanyTx, companyId: CompanyId, orgId: OrganizationId): Promise<void> {
  if (!(await lockIfThere(tx, companyId, orgId))) throw notFound('This organization');
}

/** The same; false if there is no such organization. */
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
