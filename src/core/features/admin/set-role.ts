import type { SetRoleInput } from '#shared/features/admin/admin.schema.ts';
import type { Role } from '#shared/features/auth/auth.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import { adminEmails } from '../auth/admin-emails.ts';
import { type Actor, recordAct } from './audit.ts';

type AdminDeps = SystemDeps & Pick<Deps, 'clock' | 'config'>;

/**
 * Grants or revokes a role. Doesn't change or log anything if the role is already granted or revoked. Concurrent calls
 * wait for each other. Throws NOT_FOUND if there's no such user. Throws FORBIDDEN if the caller is no longer an admin.
 * Throws CONFLICT if the new admin's email address isn't confirmed. Also throws CONFLICT if the admin role would be
 * revoked from the caller, the last admin, or a user in ADMIN_EMAILS.
 */
export async function setRole(
  { system, clock, config }: AdminDeps,
  by: Actor,
  { userId, role, granted }: SetRoleInput,
): Promise<void> {
  await system.transaction().execute(async (tx) => {
    const admins = await lockAdmins(tx);
    if (!admins.includes(by.userId)) throw new AppError('Only admins can do this', 'FORBIDDEN');
    const user = await findUser(tx, userId);
    if (granted && role === 'admin' && !user.confirmed) throw new AppError(UNCONFIRMED, 'CONFLICT');
    if (!granted && role === 'admin') {
      if (userId === by.userId) throw new AppError('You can’t remove your own admin role', 'CONFLICT');
      if (admins.every((admin) => admin === userId)) throw new AppError('You can’t remove the last admin', 'CONFLICT');
      if (adminEmails(config).includes(user.email)) throw new AppError(LISTED, 'CONFLICT');
    }
    const before = await rolesOf(tx, userId);
    if (before.includes(role) === granted) return;
    await writeRole(tx, { userId, role, granted });
    const after = granted ? [...before, role].toSorted() : before.filter((one) => one !== role);
    await recordAct(tx, {
      by,
      action: granted ? 'user.role_granted' : 'user.role_taken',
      on: { kind: 'user', id: userId, name: user.email },
      before: { roles: before },
      after: { roles: after },
      at: clock.now(),
    });
  });
}

const UNCONFIRMED = 'This email address isn’t confirmed yet. First, ask them to enter the code we emailed';
const LISTED = 'This email address is listed in ADMIN_EMAILS, so it would become an admin again. Remove it there first';

/** Locks every admin, always in the same order, so that concurrent role changes wait for each other. */
async function lockAdmins(tx: SystemTx): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'admin')
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.user_id);
}

/** Locks the user. Throws NOT_FOUND. */
async function findUser(tx: SystemTx, userId: UserId): Promise<{ email: string; confirmed: boolean }> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw notFound('the user');
  return { email: user.email, confirmed: user.email_verified_at !== null };
}

async function rolesOf(tx: SystemTx, userId: UserId): Promise<Role[]> {
  const rows = await tx.selectFrom('user_roles').select('role').where('user_id', '=', userId).orderBy('role').execute();
  return rows.map((row) => row.role);
}

async function writeRole(tx: SystemTx, { userId, role, granted }: SetRoleInput): Promise<void> {
  if (granted) await tx.insertInto('user_roles').values({ user_id: userId, role }).execute();
  else await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', '=', role).execute();
}

/** Ends all of a user's sessions, in all browsers. Returns how many there were. Throws NOT_FOUND. */
export const endUserSessions = (
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  by: Actor,
  userId: UserId,
): Promise<number> =>
  system.transaction().execute(async (tx) => {
    const user = await findUser(tx, userId);
    const ended = await tx.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
    const sessions = Number(ended.numDeletedRows);
    await recordAct(tx, {
      by,
      action: 'user.sessions_ended',
      on: { kind: 'user', id: userId, name: user.email },
      before: { sessions },
      after: { sessions: 0 },
      at: clock.now(),
    });
    return sessions;
  });
