import type { OrganizationView } from '#shared/features/crm/crm.schema.ts';
import { MAX_ORGANIZATIONS } from '#shared/features/crm/crm.limits.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, OrganizationId, UserId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';

type CrmDeps = Pick<Deps, 'db' | 'clock'>;

/** Lists the company's organizations, oldest first (spec, section 7). */
export async function listOrganizations({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<OrganizationView[]> {
  const rows = await inCompany(db, companyId, (tx) =>
    tx
      .selectFrom('organizations')
      .select(COLUMNS)
      .where('company_id', '=', companyId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return rows.map(toView);
}

/** Creates an organization. Throws CONFLICT if the company already has the maximum number. */
export const createOrganization = (
  { db, clock }: CrmDeps,
  companyId: CompanyId,
  { name, userId }: { name: string; userId: UserId },
): Promise<OrganizationView> =>
  inCompany(db, companyId, async (tx) => {
    const { count } = await tx
      .selectFrom('organizations')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_ORGANIZATIONS)
      throw new AppError(
        `You’ve reached the limit of ${MAX_ORGANIZATIONS} organizations. Delete one first`,
        'CONFLICT',
      );
    const row = await tx
      .insertInto('organizations')
      .values({ company_id: companyId, name, created_by: userId, created_at: clock.now() })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return toView(row);
  });

/** Renames an organization. Throws NOT_FOUND. */
export const updateOrganization = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { orgId, name }: { orgId: OrganizationId; name: string },
): Promise<OrganizationView> =>
  inCompany(db, companyId, async (tx) => {
    const row = await tx
      .updateTable('organizations')
      .set({ name })
      .where('company_id', '=', companyId)
      .where('id', '=', orgId)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw notFound('this organization');
    return toView(row);
  });

/** Deletes an organization with its pipelines and deals. Leads are kept. Throws NOT_FOUND. */
export const deleteOrganization = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  orgId: OrganizationId,
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('organizations')
      .where('company_id', '=', companyId)
      .where('id', '=', orgId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('this organization');
  });

/** Throws NOT_FOUND if the company doesn't have this organization. */
export async function requireOrganization(tx: CompanyTx, companyId: CompanyId, orgId: OrganizationId): Promise<void> {
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', orgId)
    .executeTakeFirst();
  if (!row) throw notFound('this organization');
}

const COLUMNS = ['id', 'name', 'created_at', 'created_by'] as const;

interface OrganizationRow {
  id: OrganizationId;
  name: string;
  created_at: Date;
  created_by: UserId | null;
}

const toView = ({ id, name, created_at, created_by }: OrganizationRow): OrganizationView => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  createdBy: created_by,
});
