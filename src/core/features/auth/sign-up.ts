import { hashToken, randomToken } from '../../platform/secrets.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { OutboxOwner } from '../../platform/deps.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { alike } from './alike.ts';
import { issueCode } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { dropOldReservations, dropReservation, findByAddress, foundAccount, lockAddress } from './found-account.ts';
import { hashPassword } from './password.ts';

interface SignUp {
  email: string;
  password: string;
  name: string;
  companyName?: string | undefined;
}

/**
 * Signs up. Always the same answer: look into your mail. An unknown address gets an account and a company that
 * stay closed until the mailed code comes back; the owner of a known one gets a mail that says so. Gives what the
 * browser keeps, as a proof that it was the one that began.
 */
export async function signUp(deps: AuthDeps, { ip }: Visit, input: SignUp): Promise<{ browserToken: string }> {
  const { system, bell } = deps;
  await authLimit(system, 'sign-up-ip').consume(ip);
  await authLimit(system, 'sign-up-account').consume(input.email);
  const browserToken = randomToken();
  await alike(async () => {
    const passwordHash = await hashPassword(input.password);
    const companyId = await system.transaction().execute(async (tx) => {
      await dropOldReservations(tx);
      return reserve(tx, deps, { ...input, passwordHash, browserHash: hashToken(browserToken) });
    });
    if (companyId !== null) void bell.ring(companyId);
  });
  return { browserToken };
}

async function reserve(
  tx: SystemTx,
  deps: AuthDeps,
  { browserHash, ...account }: Omit<SignUp, 'password'> & { passwordHash: string; browserHash: string },
): Promise<OutboxOwner | null> {
  const { email } = account;
  await lockAddress(tx, email);
  const before = await findByAddress(tx, email);
  if (before?.email_verified_at) return enqueueAuthMail(tx, deps, { userId: before.id, to: email, kind: 'auth.known' });
  if (before) await dropReservation(tx, before.id);
  const userId = await foundAccount(tx, { ...account, confirmed: false });
  return mailConfirmation(tx, deps, { userId, email, browserHash });
}

/** A new code and link that confirm the address of a sign-up. */
export async function mailConfirmation(
  tx: SystemTx,
  deps: Pick<AuthDeps, 'config' | 'clock'>,
  { userId, email, browserHash }: { userId: UserId; email: string; browserHash?: string },
): Promise<OutboxOwner | null> {
  const issued = await issueCode(tx, deps.config.APP_SECRET, {
    userId,
    purpose: 'verify',
    ...(browserHash !== undefined && { browserHash }),
  });
  return enqueueAuthMail(tx, deps, { userId, to: email, kind: 'auth.verify', issued });
}

/** Mails the confirmation of a sign-up again; the earlier code is dead. Nothing for other addresses, same answer. */
export async function resendVerification(deps: AuthDeps, { ip }: Visit, { email }: { email: string }): Promise<void> {
  const { system, bell } = deps;
  await authLimit(system, 'sign-up-ip').consume(ip);
  await authLimit(system, 'sign-up-account').consume(email);
  await alike(async () => {
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
      return mailConfirmation(tx, deps, { userId: user.id, email, ...(browserHash !== undefined && { browserHash }) });
    });
    if (companyId !== null) void bell.ring(companyId);
  });
}
