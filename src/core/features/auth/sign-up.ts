import { hashToken, randomToken } from '../../platform/secrets.ts';
import { isTextingStandIn } from '../../platform/trial.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { MessageOwner } from '../../platform/deps.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { networkOf } from '#shared/primitives/network.ts';
import { withEvenTiming } from './even-timing.ts';
import { issueCode } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit, codeGuesses, hasLivingLink, isCrowded, mayMail, wasToldAlready } from './auth-limits.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { dropOldReservations, findByAddress, foundAccount, lockAddress, retypeReservation } from './found-account.ts';
import { hashPassword } from './password.ts';

interface SignUp {
  email: string;
  password: string;
  name: string;
  companyName?: string | undefined;
}

/**
 * Starts a sign-up. The response always asks the person to check their inbox. For a new email address, creates an
 * account and a company, which stay locked until the emailed code is entered. If the email address already has an
 * account, its owner gets an email that says so. If the email address has reached its limit on emails
 * (`auth-limits.ts`), nothing is sent and the newest email stays valid. Returns a token that later proves that this
 * browser started the sign-up.
 */
export async function signUp(deps: AuthDeps, { ip }: Visit, input: SignUp): Promise<{ browserToken: string }> {
  const { system, wakeUps } = deps;
  await authLimit(system, 'sign-up-network').consume(networkOf(ip));
  const browserToken = randomToken();
  await withEvenTiming(async () => {
    const passwordHash = await hashPassword(input.password);
    const companyId = await system.transaction().execute(async (tx) => {
      await dropOldReservations(tx);
      return reserve(tx, deps, { ...input, passwordHash, browserHash: hashToken(browserToken) });
    });
    if (companyId !== null) void wakeUps.enqueue(companyId);
  });
  return { browserToken };
}

async function reserve(
  tx: SystemTx,
  deps: AuthDeps,
  { browserHash, ...account }: Omit<SignUp, 'password'> & { passwordHash: string; browserHash: string },
): Promise<MessageOwner | null> {
  const { email } = account;
  await lockAddress(tx, email);
  const before = await findByAddress(tx, email);
  if (before?.email_verified_at) return tellOwner(tx, deps, { userId: before.id, email });
  const userId =
    before?.id ??
    (await foundAccount(tx, { ...account, confirmed: false, textsApproved: isTextingStandIn(deps.config) }));
  const mailed = await mailConfirmation(tx, deps, { userId, email, browserHash, crowded: false, beginsAnew: true });
  if (before) await retypeReservation(tx, userId, { account, withPassword: mailed !== null });
  return mailed;
}

/** Notifies an email address's owner that someone tried to sign up with it. */
async function tellOwner(
  tx: SystemTx,
  deps: AuthDeps,
  { userId, email }: { userId: UserId; email: string },
): Promise<MessageOwner | null> {
  const living = await wasToldAlready(tx, email);
  if (!(await mayMail(tx, { email, device: null, crowded: false, living }))) return null;
  return enqueueAuthMail(tx, deps, { userId, to: email, kind: 'auth.known' });
}

interface Confirmation {
  userId: UserId;
  email: string;
  browserHash?: string;
  /** The result of `isCrowded` for the requester. */
  crowded: boolean;
  /** Whether to cancel an earlier sign-up's unsent email. */
  beginsAnew?: boolean;
}

/**
 * Emails a new code and link that confirm a sign-up's email address. Returns the company that needs a wake-up job.
 * Returns null if a limit prevents sending. In that case, the earlier emails stay valid.
 */
export async function mailConfirmation(
  tx: SystemTx,
  deps: Pick<AuthDeps, 'config' | 'clock'>,
  { userId, email, browserHash, crowded, beginsAnew = false }: Confirmation,
): Promise<MessageOwner | null> {
  const living = await hasLivingLink(tx, userId, 'verify');
  if (!(await mayMail(tx, { email, device: null, crowded, living }))) return null;
  const digits = !(await (await codeGuesses(tx, { address: email, device: null })).isSpent());
  if (beginsAnew) await dropUnsent(tx, userId);
  const issued = await issueCode(tx, deps.config.APP_SECRET, {
    userId,
    purpose: 'verify',
    digits,
    ...(browserHash !== undefined && { browserHash }),
  });
  return enqueueAuthMail(tx, deps, { userId, to: email, kind: 'auth.verify', issued });
}

const dropUnsent = async (tx: SystemTx, userId: UserId): Promise<void> => {
  await tx
    .deleteFrom('messages')
    .where('company_id', 'in', (query) =>
      query.selectFrom('company_profiles').select('company_profiles.id').where('user_id', '=', userId),
    )
    .where('kind', '=', 'auth.verify')
    .where('status', '=', 'scheduled')
    .where('claimed_until', 'is', null)
    .execute();
};

/**
 * Resends a sign-up's confirmation email and invalidates the earlier code. Does nothing for an email address without an
 * unconfirmed sign-up. The response is always the same.
 */
export async function resendVerification(deps: AuthDeps, visit: Visit, { email }: { email: string }): Promise<void> {
  const { system, wakeUps } = deps;
  await withEvenTiming(async () => {
    const crowded = await isCrowded(deps, visit);
    const companyId = await system.transaction().execute(async (tx) => {
      await lockAddress(tx, email);
      const user = await findByAddress(tx, email);
      if (!user || user.email_verified_at) return null;
      const earlier = await tx
        .selectFrom('auth_codes')
        .select('browser_hash')
        .where('user_id', '=', user.id)
        .where('purpose', '=', 'verify')
        .executeTakeFirst();
      const browserHash = earlier?.browser_hash ?? undefined;
      return mailConfirmation(tx, deps, {
        userId: user.id,
        email,
        crowded,
        ...(browserHash !== undefined && { browserHash }),
      });
    });
    if (companyId !== null) void wakeUps.enqueue(companyId);
  });
}
