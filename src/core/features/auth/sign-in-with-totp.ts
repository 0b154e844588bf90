import { AppError } from '#shared/primitives/app-error.ts';
import { spendCode, tryChallenge } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { countWrongLink } from './auth-limits.ts';
import { lockUser } from './found-account.ts';
import { openSession, type SignInOutcome } from './open-session.ts';
import { checkSecondFactor, countFactor } from './second-factor.ts';

const expired = (): AppError => new AppError('This sign-in took too long. Start again', 'UNAUTHENTICATED');

/**
 * Checks the second factor: six digits from the authenticator app, or a recovery code. The challenge is valid for 5
 * minutes, allows 5 attempts and opens one session. Strangers can't use up an account's attempts, because a challenge
 * is created only after the first factor is checked. Throws UNAUTHENTICATED or RATE_LIMITED.
 */
export async function signInWithTotp(
  deps: AuthDeps,
  visit: Visit,
  { challenge, code }: { challenge: string; code: string },
): Promise<SignInOutcome> {
  const { system, config, wakeUps } = deps;
  const row = await tryChallenge(system, challenge);
  if (!row) {
    await countWrongLink(deps, visit);
    throw expired();
  }
  const userId = row.user_id;
  const counted = await countFactor(deps, visit, userId);
  const companyId = await system.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    const factor = user && (await checkSecondFactor(tx, config, { userId, code }));
    if (!user || !factor) throw new AppError('That code isn’t right. Check it and try again', 'UNAUTHENTICATED');
    if (!(await spendCode(tx, row.id))) throw expired();
    if (factor === 'app') return null;
    return enqueueAuthMail(tx, deps, { userId, to: user.email, kind: 'auth.changed', change: 'recovery-code' });
  });
  await counted.right();
  if (companyId !== null) void wakeUps.enqueue(companyId);
  return openSession(deps, visit, userId);
}
