import type { CompanyId } from '#shared/primitives/ids.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { SystemDeps } from '../../platform/db/system.ts';

const CONTRACTOR_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export type FindDeps = SystemDeps;

/** Trims a contractor id and converts it to lowercase. Returns undefined if it can't be an id. */
export const readContractorId = (text: string): string | undefined => {
  const id = text.trim().toLowerCase();
  return id.length <= 200 && CONTRACTOR_ID.test(id) ? id : undefined;
};

/**
 * Returns the company with this contractor id. A company's earlier ids keep working. Returns undefined if the id is
 * unknown. Also returns undefined if the owner's email is unconfirmed, because the company doesn't have a widget until
 * then. Uses the system connection, because the company isn't known in advance.
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
