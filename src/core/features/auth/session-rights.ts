import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { SystemDb } from '../../platform/db/system.ts';

/** What the session's user can access now. */
export interface SessionRights {
  companyIds: CompanyId[];
  roles: string[];
}

/** The rights of these sessions (public ids), if active; real time. */
export async function readRights(system: SystemDb, sessionIds: readonly string[]): Promise<Map<string, SessionRights>> {
  const rows = await system
    .selectFrom('sessions')
    .select([
      'public_id',
      sql<CompanyId[]>`array(select company_id::text from company_members
        where company_members.user_id = sessions.user_id order by 1)`.as('company_ids'),
      sql<string[]>`array(select role from user_roles where user_roles.user_id = sessions.user_id order by 1)`.as(
        'roles',
      ),
    ])
    .where('public_id', 'in', sessionIds)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  return new Map(rows.map(({ public_id: id, company_ids: companyIds, roles }) => [id, { companyIds, roles }]));
}
