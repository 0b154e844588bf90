import { sql } from 'kysely';
import { passwordProblem } from '#shared/features/auth/password.rules.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { hashToken } from '../../platform/secrets.ts';
import { alike } from './alike.ts';
import { type AuthCodeRow, findToken, spendCode, tryCode } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';
import { settleEmailChange } from './change-email.ts';
import { lockUser } from './found-account.ts';
import { hashPassword } from './password.ts';
import { openSession, type SignInOutcome } from './proceed.ts';
import type { Viewer } from './sessions.ts';
import { wrongCode, wrongLink } from './wrong.ts';

export type Proof = { token: string } | { email: string; code: string };

export interface Verify {
  proof: Proof;
  /** What the person chose while signing up, where the form still knows it. */
  password: string | undefined;
  /** What `signUp` left in the browser. */
  browserToken: string | undefined;
  viewer: Viewer | null;
}

/**
 * Confirms an address by the mailed code or link: ends a sign-up with a session, or changes the address of an
 * account and ends its other sessions. Null where an address was changed from a browser that is not signed in.
 */
export async function verifyEmail(deps: AuthDeps, visit: Visit, verify: Verify): Promise<SignInOutcome | null> {
  const { proof, viewer } = verify;
  const byCode = 'code' in proof;
  const limits = [authLimit(deps.system, byCode ? 'code-ip' : 'link-ip')];
  await limits[0]?.consume(visit.ip);
  if (byCode) await authLimit(deps.system, 'code-account').consume(proof.email);
  const settled = await alike(() => settle(deps, verify));
  await limits[0]?.giveBack(visit.ip);
  if (byCode) await authLimit(deps.system, 'code-account').forget(proof.email);
  if (settled.companyId !== null) void deps.bell.ring(settled.companyId);
  if (settled.purpose === 'email-change' && settled.userId !== viewer?.userId) return null;
  return openSession(deps, visit, settled.userId);
}

type Settled = { userId: UserId; purpose: AuthCodeRow['purpose']; companyId: AuthCompany };
type AuthCompany = Awaited<ReturnType<typeof settleEmailChange>>;

async function settle(deps: AuthDeps, verify: Verify): Promise<Settled> {
  const { proof } = verify;
  const refusal = 'code' in proof ? () => wrongCode(verify.viewer) : wrongLink;
  const known = 'code' in proof ? await findByCode(deps, proof, verify.viewer) : undefined;
  if ('code' in proof && !known) throw refusal();
  const passwordHash = verify.password === undefined ? undefined : await hashPassword(verify.password);
  return deps.system.transaction().execute(async (tx) => {
    const row = known ?? ('token' in proof ? await findToken(tx, proof.token, ['verify', 'email-change']) : undefined);
    const user = row && (await lockUser(tx, row.user_id));
    if (!row || !user) throw refusal();
    if (row.purpose === 'verify') refuseOwnAddress(user.email, verify.password);
    // of two at the same time one is too late
    if (!(await spendCode(tx, row.id))) throw refusal();
    if (row.purpose === 'email-change')
      return { userId: row.user_id, purpose: row.purpose, companyId: await settleEmailChange(tx, deps, row) };
    await confirm(tx, row, { passwordHash, byLink: 'token' in proof, browserToken: verify.browserToken });
    return { userId: row.user_id, purpose: row.purpose, companyId: null };
  });
}

/** A sign-up's code, by its address; else the code of the new address of who is signed in. */
async function findByCode(
  { system, config }: AuthDeps,
  { email, code }: { email: string; code: string },
  viewer: Viewer | null,
): Promise<AuthCodeRow | undefined> {
  if (viewer) {
    const row = await tryCode(system, config.APP_SECRET, { userId: viewer.userId, purpose: 'email-change', code });
    if (row?.target === email) return row;
  }
  const user = await system.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return user && tryCode(system, config.APP_SECRET, { userId: user.id, purpose: 'verify', code });
}

function refuseOwnAddress(email: string, password: string | undefined): void {
  const problem = password === undefined ? null : passwordProblem(password, email);
  if (problem !== null) throw invalid({ password: problem });
}

/**
 * A stranger may have signed up with this address, and its owner may follow the mailed link: then the stranger's
 * password must not open the account. It is kept only where the link was opened in the browser that began, or
 * where six digits were typed, which no page but that one asks for.
 */
async function confirm(
  tx: SystemTx,
  row: AuthCodeRow,
  given: { passwordHash: string | undefined; byLink: boolean; browserToken: string | undefined },
): Promise<void> {
  const sameBrowser = given.browserToken !== undefined && hashToken(given.browserToken) === row.browser_hash;
  const keeps = !given.byLink || sameBrowser;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      email_verified_at: sql<Date>`now()`,
      ...(given.passwordHash !== undefined && { password_hash: given.passwordHash }),
      ...(given.passwordHash === undefined && !keeps && { password_hash: null }),
    })
    .where('id', '=', row.user_id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('This address is confirmed already. Sign in', 'CONFLICT');
}
