import { sql } from 'kysely';
import type { AccountView } from '#shared/features/auth/auth.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemDeps } from '../../platform/db/system.ts';

/** Reads the user's own account for the settings screen. */
export async function getAccount({ system }: SystemDeps, userId: UserId): Promise<AccountView> {
  const row = await system
    .selectFrom('users')
    .select((user) => [
      'id',
      'email',
      'name',
      'avatar_url',
      'google_sub',
      sql<boolean>`password_hash is not null`.as('has_password'),
      sql<boolean>`totp_sealed is not null`.as('totp_on'),
      sql<AccountView['user']['roles']>`array(select role from user_roles where user_id = users.id order by role)`.as(
        'roles',
      ),
      user
        .selectFrom('auth_codes')
        .select('target')
        .whereRef('user_id', '=', 'users.id')
        .where('purpose', '=', 'email-change')
        .where('token_expires_at', '>', sql<Date>`now()`)
        .as('pending_email'),
      user
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll<number>().as('left'))
        .whereRef('user_id', '=', 'users.id')
        .as('codes_left'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('this account');
  return {
    user: { id: row.id, email: row.email, name: row.name, avatarUrl: row.avatar_url, roles: row.roles },
    pendingEmail: row.pending_email,
    hasPassword: row.has_password,
    googleLinked: row.google_sub !== null,
    totpEnabled: row.totp_on,
    recoveryCodesLeft: Number(row.codes_left ?? 0),
  };
}
