import { type SqlBool, sql } from 'kysely';
import { ADMIN_PAGE } from '#shared/features/admin/admin.limits.ts';
import type { AdminListInput, AdminUserView } from '#shared/features/admin/admin.schema.ts';
import type { Role } from '#shared/features/auth/auth.schema.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';
import { searchPatterns } from '../leads/search-patterns.ts';

/** Lists users, newest first. Uses the index `users_newest`. A search scans the whole table. */
export async function listUsers(
  { system }: SystemDeps,
  { search, cursor }: AdminListInput,
): Promise<{ items: AdminUserView[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  let query = system
    .selectFrom('users')
    .leftJoin('company_members', 'company_members.user_id', 'users.id')
    .leftJoin('company_profiles', 'company_profiles.id', 'company_members.company_id')
    .select(['users.id', 'users.email', 'users.name', 'users.email_verified_at', 'users.created_at'])
    .select(['company_profiles.id as company_id', 'company_profiles.name as company_name'])
    .select([
      sql<boolean>`users.totp_sealed is not null`.as('two_factor'),
      sql<Role[]>`array(select role from user_roles r where r.user_id = users.id order by role)`.as('roles'),
      sql<number>`(select count(*) from sessions s where s.user_id = users.id and s.expires_at > now())`.as('sessions'),
      instantText('users.created_at').as('cursor_key'),
    ]);
  for (const patterns of searchPatterns(search ?? '')) {
    const words = sql`lower(users.email || ' ' || users.name || ' ' || coalesce(company_profiles.name, ''))`;
    query = query.where(sql<SqlBool>`${words} like any(${patterns})`);
  }
  if (after)
    query = query.where(sql<SqlBool>`(users.created_at, users.id) < (${after.key}::timestamptz, ${after.id}::uuid)`);
  const rows = await query
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(ADMIN_PAGE + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, ADMIN_PAGE);
  return {
    items: page.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.name,
      roles: row.roles,
      confirmed: row.email_verified_at !== null,
      twoFactor: row.two_factor,
      sessions: row.sessions,
      company:
        row.company_id !== null && row.company_name !== null ? { id: row.company_id, name: row.company_name } : null,
      createdAt: row.created_at.toISOString(),
    })),
    nextCursor,
  };
}
