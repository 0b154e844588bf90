import type { CompanyId } from '#shared/primitives/ids.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { SystemDeps } from '../../platform/db/system.ts';

const CONTRACTOR_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export type FindDeps = SystemDeps;

/** A contractor id as it may be looked up, in lower case; undefined where it can be none. */
export const readContractorId = (text: string): string | undefined => {
  const id = text.trim().toLowerCase();
  return id.length <= 200 && CONTRACTOR_ID.test(id) ? id : undefined;
};

/**
 * Which company a contractor id names; an id from before a rename keeps working (decisions.md, contractor id). None
 * where its owner has not confirmed their email: a reservation has no widget. Crosses tenants: nothing but the id is
 * known yet.
 */
export const findContractor = async ({ system }: FindDeps, contractorId: string): Promise<CompanyId | undefined> => {
  const id = readContractorId(contractorId);
  if (id === undefined) return undefined;
  const named = system
    .selectFrom('company_profiles')
    .select('id')
    .where('contractor_id', '=', id)
    .unionAll(system.selectFrom('contractor_aliases').select('company_id as id').where('contractor_id', '=', id))
    .limit(1);
  const row = await system
    .selectFrom('company_profiles')
    .innerJoin('users', 'users.id', 'company_profiles.user_id')
    .select('company_profiles.id')
    .where('company_profiles.id', '=', named)
    .where('users.email_verified_at', 'is not', null)
    .modifyFront(prepared)
    .executeTakeFirst();
  return row?.id;
};
