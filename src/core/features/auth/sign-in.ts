import { AppError } from '#shared/primitives/app-error.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';
import { lockUser } from './found-account.ts';
import { verifyPassword } from './password.ts';
import { proceed, type SignInOutcome } from './proceed.ts';
import { mailConfirmation } from './sign-up.ts';

/**
 * Signs in by a mail address and its password. An unknown address and a wrong password get the same answer after
 * the same time (UNAUTHENTICATED); too many tries get RATE_LIMITED: 30 wrong ones an address in 15 minutes, 20 an
 * account in an hour, forgotten when one succeeds. Where the address is not confirmed yet, a code is mailed.
 */
export async function signIn(
  deps: AuthDeps,
  visit: Visit,
  { email, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const { system, bell } = deps;
  const byIp = authLimit(system, 'sign-in-ip');
  const byAccount = authLimit(system, 'sign-in-account');
  await byIp.consume(visit.ip);
  await byAccount.consume(email);
  const user = await system
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  const right = await verifyPassword(user?.password_hash, password);
  if (!right || !user) throw new AppError('Email or password is not right', 'UNAUTHENTICATED');
  await Promise.all([byIp.giveBack(visit.ip), byAccount.forget(email)]);
  if (user.email_verified_at) return proceed(deps, visit, user.id);
  await authLimit(system, 'sign-up-account').consume(email);
  const companyId = await system.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id);
    return locked && !locked.email_verified_at ? mailConfirmation(tx, deps, { userId: user.id, email }) : null;
  });
  if (companyId !== null) void bell.ring(companyId);
  return { kind: 'verify' };
}
