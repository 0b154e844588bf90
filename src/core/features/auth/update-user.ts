import { sql } from 'kysely';
import type { UpdateUserInput } from '#shared/features/auth/auth.schema.ts';
import { passwordProblem } from '#shared/features/auth/password.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { MessageOwner } from '../../platform/deps.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { readPicture, replaceAvatar } from './avatar.ts';
import { requestEmailChange } from './change-email.ts';
import { requirePassword, requireRecent } from './confirm-again.ts';
import { hashPassword } from './password.ts';
import { openSession } from './open-session.ts';
import type { Viewer } from './sessions.ts';

/**
 * Changes the user's own account. If one change is refused, nothing changes. Setting a new password requires the
 * current one, ends all sessions, invalidates all known devices, and opens a new session for this browser. A new email
 * address takes effect only when the user enters the code emailed to it (`verifyEmail`).
 */
export async function updateUser(
  deps: AuthDeps,
  visit: Visit,
  { viewer, input }: { viewer: Viewer; input: UpdateUserInput },
): Promise<{ setCookies: readonly string[] }> {
  const { userId } = viewer;
  const change = await prepare(deps, visit, { viewer, input });
  const companyIds = await deps.system.transaction().execute(async (tx) => {
    const companies: (MessageOwner | null)[] = [];
    const columns = {
      ...(input.name !== undefined && { name: input.name }),
      ...(change.passwordHash !== undefined && {
        password_hash: change.passwordHash,
        device_epoch: sql<number>`device_epoch + 1`,
      }),
    };
    if (Object.keys(columns).length > 0) await tx.updateTable('users').set(columns).where('id', '=', userId).execute();
    if (change.picture !== undefined) await replaceAvatar(tx, userId, change.picture);
    if (change.email !== undefined) companies.push(await requestEmailChange(tx, deps, { userId, email: change.email }));
    if (change.passwordHash !== undefined) {
      await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
      await tx
        .deleteFrom('auth_codes')
        .where('user_id', '=', userId)
        .where('purpose', 'in', ['sign-in', 'reset', 'totp'])
        .execute();
      const mail = { userId, to: viewer.email, kind: 'auth.changed', change: 'password' } as const;
      companies.push(await enqueueAuthMail(tx, deps, mail));
    }
    return new Set(companies.filter((id) => id !== null));
  });
  for (const companyId of companyIds) void deps.wakeUps.enqueue(companyId);
  return { setCookies: change.passwordHash === undefined ? [] : (await openSession(deps, visit, userId)).setCookies };
}

/** Validates all changes before any of them is written. */
async function prepare(deps: AuthDeps, visit: Visit, { viewer, input }: { viewer: Viewer; input: UpdateUserInput }) {
  const { userId } = viewer;
  const again = { userId, currentPassword: input.currentPassword };
  const email = input.email === viewer.email ? undefined : input.email;
  if (input.newPassword !== undefined) {
    const problem = passwordProblem(input.newPassword, viewer.email);
    if (problem !== null) throw invalid({ newPassword: problem });
    await requirePassword(deps, visit, again);
  } else if (email !== undefined) await requireRecent(deps, visit, again);
  const picture = typeof input.avatarBase64 === 'string' ? readPicture(input.avatarBase64) : input.avatarBase64;
  if (email !== undefined) {
    // Limited by user and by email address, so that a user can't flood one mailbox or many.
    await authLimit(deps.system, 'change-mail-account').consume(userId);
    await authLimit(deps.system, 'change-mail-account').consume(email);
  }
  const passwordHash = input.newPassword === undefined ? undefined : await hashPassword(input.newPassword);
  return { email, picture, passwordHash };
}
