import { AppError } from '#shared/primitives/app-error.ts';
import { isPublishedPassword } from '#shared/features/auth/password.rules.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { isTrial } from '../../platform/trial.ts';
import { alikeIfRefused } from './alike.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';
import { lockUser } from './found-account.ts';
import { verifyPassword } from './password.ts';
import { proceed, type SignInOutcome } from './proceed.ts';
import { mailConfirmation } from './sign-up.ts';

/** One sentence for all: which part of it is true would tell a stranger who has an account. */
const REFUSED =
  'Email or password is not right. If you have just signed up, confirm your address first: look into your mail';

/**
 * Signs in by a mail address and its password. An unknown address, a wrong password and an address that nobody has
 * confirmed yet get the same answer after the same time (UNAUTHENTICATED): who signs up with another's address and
 * then signs in learns nothing; nor does the demo company's password open anything outside a trial. Where only the
 * confirmation is missing, a code is mailed. Too many tries get
 * RATE_LIMITED: 30 wrong ones an address in 15 minutes, 20 an account in an hour, forgotten when one succeeds.
 */
export async function signIn(
  deps: AuthDeps,
  visit: Visit,
  given: { email: string; password: string },
): Promise<SignInOutcome> {
  const byIp = authLimit(deps.system, 'sign-in-ip');
  const byAccount = authLimit(deps.system, 'sign-in-account');
  await byIp.consume(visit.ip);
  await byAccount.consume(given.email);
  const userId = await alikeIfRefused(() => findOwner(deps, given));
  await Promise.all([byIp.giveBack(visit.ip), byAccount.forget(given.email)]);
  return proceed(deps, visit, userId);
}

async function findOwner(deps: AuthDeps, { email, password }: { email: string; password: string }): Promise<UserId> {
  const user = await deps.system
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  const known = await verifyPassword(user?.password_hash, password);
  const right = known && (!isPublishedPassword(password) || isTrial(deps.config));
  if (right && user?.email_verified_at) return user.id;
  if (right && user) await mailAgain(deps, { userId: user.id, email });
  throw new AppError(REFUSED, 'UNAUTHENTICATED');
}

/** Nothing where too many mails went there already: a refusal of its own would tell that the address is new. */
async function mailAgain(
  { system, config, clock, bell }: AuthDeps,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> {
  try {
    await authLimit(system, 'sign-up-account').consume(email);
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return;
    throw error;
  }
  const companyId = await system.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, userId);
    return locked && !locked.email_verified_at ? mailConfirmation(tx, { config, clock }, { userId, email }) : null;
  });
  if (companyId !== null) void bell.ring(companyId);
}
