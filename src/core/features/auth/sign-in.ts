import { AppError } from '#shared/primitives/app-error.ts';
import { isPublishedPassword } from '#shared/features/auth/password.rules.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { isTrial } from '../../platform/trial.ts';
import { withEvenTimingIfRefused } from './even-timing.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { countTry } from './auth-limits.ts';
import { lockUser } from './found-account.ts';
import { knownDevice } from './known-device.ts';
import { verifyPassword } from './password.ts';
import { finishFirstStep, type SignInOutcome } from './open-session.ts';
import { mailConfirmation } from './sign-up.ts';

/** One message for all cases, because saying which part is wrong would reveal whether an account exists. */
const REFUSED = 'Incorrect email or password. Just signed up? Check your inbox and confirm your email first';

/**
 * Signs in with an email address and password. Throws the same UNAUTHENTICATED after the same delay for an unknown
 * email address, a wrong password and an unconfirmed email address, so the response doesn't reveal who has an account.
 * If the password is correct but the email address is unconfirmed, emails a new code. The demo passwords work only in a
 * trial. Throws RATE_LIMITED after too many wrong attempts (`auth-limits.ts`). A known device isn't limited by other
 * people's attempts.
 */
export async function signIn(
  deps: AuthDeps,
  visit: Visit,
  given: { email: string; password: string },
): Promise<SignInOutcome> {
  const userId = await withEvenTimingIfRefused(() => findOwner(deps, visit, given));
  return finishFirstStep(deps, visit, userId);
}

async function findOwner(
  deps: AuthDeps,
  visit: Visit,
  { email, password }: { email: string; password: string },
): Promise<UserId> {
  const user = await deps.system
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at', 'device_epoch'])
    .where('email', '=', email)
    .executeTakeFirst();
  const device = user ? knownDevice(deps.config, visit.cookieHeader, user) : null;
  const counted = await countTry(deps, visit, { flow: 'sign-in', account: email, device });
  const known = await verifyPassword(user?.password_hash, password);
  const right = known && (!isPublishedPassword(password) || isTrial(deps.config));
  if (right && user?.email_verified_at) {
    await counted.right();
    return user.id;
  }
  if (right && user) await mailAgain(deps, { userId: user.id, email });
  throw new AppError(REFUSED, 'UNAUTHENTICATED');
}

/**
 * Resends the confirmation email. If the email address has reached its limit, sends nothing and doesn't throw, because
 * an error would reveal that the email address is unconfirmed.
 */
async function mailAgain(deps: AuthDeps, { userId, email }: { userId: UserId; email: string }): Promise<void> {
  const companyId = await deps.system.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, userId);
    if (!locked || locked.email_verified_at) return null;
    return mailConfirmation(tx, deps, { userId, email, crowded: false });
  });
  if (companyId !== null) void deps.wakeUps.enqueue(companyId);
}
