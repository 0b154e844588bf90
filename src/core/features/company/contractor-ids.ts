import { contractorIdOf } from '#shared/features/company/contractor-id.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';

/**
 * A contractor id for this company name that no other company has or had: 'acme-fence', else 'acme-fence-2', …
 * One that the company itself had before is its own. Crosses tenants, because ids are unique in all of them.
 */
export async function freeContractorId(
  db: SystemDb | SystemTx,
  companyName: string,
  own: CompanyId | null = null,
): Promise<string> {
  const wanted = contractorIdOf(companyName);
  for (let suffix = 1; ; suffix += 1) {
    const id = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    const owner = await db
      .selectFrom('company_profiles')
      .select('id')
      .where('contractor_id', '=', id)
      .unionAll(db.selectFrom('contractor_aliases').select('company_id as id').where('contractor_id', '=', id))
      .limit(1)
      .executeTakeFirst();
    if (!owner || owner.id === own) return id;
  }
}
