import type { UserId } from '#shared/primitives/ids.ts';
import { withEvenTiming } from './even-timing.ts';
import { findToken, issueCode, spendCode, tryCode, wrongCode, wrongLink, type AuthCodeRow } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { codeGuesses, countDigits, countWrongLink, hasLivingLink, isCrowded, mayMail } from './auth-limits.ts';
import { confirmAddress, findByAddress, lockUser } from './found-account.ts';
import { knownDevice } from './known-device.ts';
import { finishFirstStep, type SignInOutcome } from './open-session.ts';

/**
 * Emails six digits and a sign-in link, and invalidates the previous ones. If the email address is unknown, sends
 * nothing. If the email address has reached its limit (`auth-limits.ts`), also sends nothing, and the newest code stays
 * valid. The response is always the same.
 */
export async function requestCode(deps: AuthDeps, visit: Visit, { email }: { email: string }): Promise<void> {
  const { system, config, wakeUps } = deps;
  await withEvenTiming(async () => {
    const crowded = await isCrowded(deps, visit);
    const companyId = await system.transaction().execute(async (tx) => {
      const user = await findByAddress(tx, email);
      if (!user) return null;
      const device = knownDevice(config, visit.cookieHeader, user);
      const living = await hasLivingLink(tx, user.id, 'sign-in');
      if (!(await mayMail(tx, { email, device, crowded, living }))) return null;
      const digits = !(await (await codeGuesses(tx, { address: email, device })).isSpent());
      const issued = await issueCode(tx, config.APP_SECRET, { userId: user.id, purpose: 'sign-in', digits });
      return enqueueAuthMail(tx, deps, { userId: user.id, to: email, kind: 'auth.code', issued });
    });
    if (companyId !== null) void wakeUps.enqueue(companyId);
  });
}

/**
 * Signs in with the emailed six-digit code. Throws the same UNAUTHENTICATED whether the code is wrong, expired or used,
 * or the email address is unknown.
 */
export async function signInWithCode(
  deps: AuthDeps,
  visit: Visit,
  given: { email: string; code: string },
): Promise<SignInOutcome> {
  const userId = await withEvenTiming(async () => {
    const row = await checkDigits(deps, visit, given);
    if (!row) throw wrongCode(null);
    return spend(deps, row, () => wrongCode(null));
  });
  return finishFirstStep(deps, visit, userId);
}

/**
 * Signs in with the emailed link. Wrong attempts to enter the digits don't invalidate the link. Throws
 * VALIDATION_FAILED at `token`.
 */
export async function signInWithLink(
  deps: AuthDeps,
  visit: Visit,
  { token }: { token: string },
): Promise<SignInOutcome> {
  const userId = await withEvenTiming(async () => {
    const row = await findToken(deps.system, token, ['sign-in']);
    if (row) return spend(deps, row, wrongLink);
    await countWrongLink(deps, visit);
    throw wrongLink();
  });
  return finishFirstStep(deps, visit, userId);
}

async function checkDigits(
  deps: AuthDeps,
  visit: Visit,
  { email, code }: { email: string; code: string },
): Promise<AuthCodeRow | undefined> {
  const { system, config } = deps;
  const user = await system
    .selectFrom('users')
    .select(['id', 'device_epoch'])
    .where('email', '=', email)
    .executeTakeFirst();
  const device = user ? knownDevice(config, visit.cookieHeader, user) : null;
  const counted = device === null ? await countDigits(deps, visit) : null;
  if (!user) return undefined;
  const guesses = await codeGuesses(deps.system, { address: email, device });
  const row = await tryCode(system, config.APP_SECRET, { userId: user.id, purpose: 'sign-in', code, guesses });
  if (row) await counted?.right();
  return row;
}

/**
 * Marks the code as used and confirms the email address. If the email address wasn't confirmed before, removes the
 * account's password, because someone else may have set it.
 */
const spend = ({ system }: AuthDeps, row: AuthCodeRow, refusal: () => Error): Promise<UserId> =>
  system.transaction().execute(async (tx) => {
    const there = await lockUser(tx, row.user_id);
    if (!there || !(await spendCode(tx, row.id))) throw refusal();
    await confirmAddress(tx, row.user_id, { password_hash: null });
    return row.user_id;
  });
