import { sql } from 'kysely';
import { passwordProblem } from '#shared/features/auth/password.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import { withEvenTiming } from './even-timing.ts';
import { findToken, issueCode, spendCode, wrongLink } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { countWrongLink, hasLivingLink, isCrowded, mayMail } from './auth-limits.ts';
import { confirmAddress, findByAddress, lockUser } from './found-account.ts';
import { knownDevice } from './known-device.ts';
import { hashPassword } from './password.ts';
import { finishFirstStep, type SignInOutcome } from './open-session.ts';

/**
 * Emails a link to set a new password and invalidates the previous link. If the email address is unknown, sends
 * nothing. If the email address has reached its limit (`auth-limits.ts`), also sends nothing, and the newest link stays
 * valid. The response is always the same.
 */
export async function requestPasswordReset(deps: AuthDeps, visit: Visit, { email }: { email: string }): Promise<void> {
  const { system, config, wakeUps } = deps;
  await withEvenTiming(async () => {
    const crowded = await isCrowded(deps, visit);
    const companyId = await system.transaction().execute(async (tx) => {
      const user = await findByAddress(tx, email);
      if (!user) return null;
      const device = knownDevice(config, visit.cookieHeader, user);
      const living = await hasLivingLink(tx, user.id, 'reset');
      if (!(await mayMail(tx, { email, device, crowded, living }))) return null;
      const issued = await issueCode(tx, config.APP_SECRET, { userId: user.id, purpose: 'reset' });
      return enqueueAuthMail(tx, deps, { userId: user.id, to: email, kind: 'auth.reset', issued });
    });
    if (companyId !== null) void wakeUps.enqueue(companyId);
  });
}

/**
 * Sets a new password using an emailed link. Also confirms the email address. Ends all sessions, invalidates all known
 * devices and earlier codes, and notifies the owner. Then opens a session, or asks for the second factor.
 */
export async function resetPassword(
  deps: AuthDeps,
  visit: Visit,
  given: { token: string; password: string },
): Promise<SignInOutcome> {
  const { userId, companyId } = await withEvenTiming(async () => {
    if (await findToken(deps.system, given.token, ['reset'])) return set(deps, given);
    await countWrongLink(deps, visit);
    throw wrongLink();
  });
  if (companyId !== null) void deps.wakeUps.enqueue(companyId);
  return finishFirstStep(deps, visit, userId);
}

async function set(deps: AuthDeps, { token, password }: { token: string; password: string }) {
  const passwordHash = await hashPassword(password);
  return deps.system.transaction().execute(async (tx) => {
    const row = await findToken(tx, token, ['reset']);
    const user = row && (await lockUser(tx, row.user_id));
    if (!row || !user) throw wrongLink();
    const { id: userId, email } = user;
    const problem = passwordProblem(password, email);
    // The link stays valid, so the user can try again.
    if (problem !== null) throw invalid({ password: problem });
    // If the link is used twice at the same time, only the first use succeeds.
    if (!(await spendCode(tx, row.id))) throw wrongLink();
    await confirmAddress(tx, userId);
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, device_epoch: sql<number>`device_epoch + 1` })
      .where('id', '=', userId)
      .execute();
    await tx.deleteFrom('auth_codes').where('user_id', '=', userId).execute();
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    const companyId = await enqueueAuthMail(tx, deps, { userId, to: email, kind: 'auth.changed', change: 'password' });
    return { userId, companyId };
  });
}
