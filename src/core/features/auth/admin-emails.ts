import { sql } from 'kysely';
import type { UserId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';

/** Returns ADMIN_EMAILS as a list, split at commas and converted to lowercase. */
export const adminEmails = ({ ADMIN_EMAILS }: Pick<Config, 'ADMIN_EMAILS'>): string[] =>
  ADMIN_EMAILS.split(',')
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '');

/**
 * Grants the admin role to users with a confirmed email address in ADMIN_EMAILS (docs/operations.md, 'Processes').
 * Checks one user, or all users if none is given. An unconfirmed email address doesn't grant the role. Never revokes a
 * role.
 */
export async function grantListedAdmins(
  db: SystemDb | SystemTx,
  config: Pick<Config, 'ADMIN_EMAILS'>,
  userId: UserId | null = null,
): Promise<void> {
  const listed = adminEmails(config);
  if (listed.length === 0) return;
  await sql`insert into user_roles (user_id, role)
    select id, 'admin' from users
    where email = any(${listed}) and email_verified_at is not null and (${userId}::uuid is null or id = ${userId}::uuid)
    on conflict do nothing`.execute(db);
}
