import type { Kysely } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/** Returns the lead that an old id refers to after a merge. */
export async function findMergedInto(tx: CompanyTx, companyId: CompanyId, id: LeadId): Promise<LeadId | undefined> {
  const merge = await tx
    .selectFrom('lead_merges')
    .select('kept_lead_id')
    .where('company_id', '=', companyId)
    .where('old_lead_id', '=', id)
    .executeTakeFirst();
  return merge?.kept_lead_id;
}

/** Returns the lead that the lead with this key was merged into. */
export async function findMergedByKey(tx: CompanyTx, companyId: CompanyId, key: string): Promise<LeadId | undefined> {
  const merge = await tx
    .selectFrom('lead_merges')
    .select('kept_lead_id')
    .where('company_id', '=', companyId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return merge?.kept_lead_id;
}

/** Returns the lead with this id or, if that lead was merged, the lead that it was merged into. */
export const findLeadOrKept = (
  db: Kysely<Database>,
  id: LeadId,
): Promise<Pick<LeadRow, 'id' | 'company_id' | 'email' | 'language' | 'erased_at'> | undefined> =>
  db
    .selectFrom('leads')
    .select(['id', 'company_id', 'email', 'language', 'erased_at'])
    .where('id', '=', (lead) =>
      lead.fn.coalesce(
        lead.selectFrom('lead_merges').select('kept_lead_id').where('old_lead_id', '=', id),
        lead.val(id),
      ),
    )
    .executeTakeFirst();
