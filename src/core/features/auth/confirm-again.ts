import { AppError, invalid } from '#shared/primitives/app-error.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';
import { verifyPassword } from './password.ts';

/** How long after a sign-in the user isn't asked for the password again, measured in wall-clock time. */
const RECENT = 15 * MINUTE;

interface Again {
  userId: UserId;
  currentPassword: string | undefined;
}

/**
 * Checks the current password. If the account doesn't have a password, requires a sign-in within the last 15 minutes
 * instead. Throws VALIDATION_FAILED at `currentPassword` if the password is missing or wrong, and RATE_LIMITED after
 * too many wrong passwords. Throws FORBIDDEN if the account doesn't have a password and the sign-in is too old.
 */
export async function requirePassword(deps: AuthDeps, visit: Visit, { userId, currentPassword }: Again): Promise<void> {
  const { system, sessions } = deps;
  const user = await system
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (user.password_hash === null) {
    const current = (await sessions.list(userId, visit.cookieHeader)).find((session) => session.current);
    if (current && Date.now() - current.createdAt.getTime() <= RECENT) return;
    throw new AppError(
      'You signed in too long ago. Sign out, sign in again, and make this change within 15 minutes',
      'FORBIDDEN',
    );
  }
  if (currentPassword === undefined) throw invalid({ currentPassword: 'Enter your current password' });
  const tries = authLimit(system, 'again-account');
  await tries.consume(userId);
  if (!(await verifyPassword(user.password_hash, currentPassword)))
    throw invalid({ currentPassword: 'That isn’t your current password' });
  await tries.forget(userId);
}

/**
 * Requires either a sign-in within the last 15 minutes or the current password. Used for changes that could help
 * someone take over the account, because a stranger may be using an old session.
 */
export async function requireRecent(deps: AuthDeps, visit: Visit, again: Again): Promise<void> {
  const current = (await deps.sessions.list(again.userId, visit.cookieHeader)).find((session) => session.current);
  const recent = current && Date.now() - current.createdAt.getTime() <= RECENT;
  if (!recent || again.currentPassword !== undefined) await requirePassword(deps, visit, again);
}
