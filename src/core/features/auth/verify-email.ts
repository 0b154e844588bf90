import { passwordProblem } from '#shared/features/auth/password.rules.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { hashToken } from '../../platform/secrets.ts';
import { withEvenTiming } from './even-timing.ts';
import { findToken, spendCode, tryCode, wrongCode, wrongLink, type AuthCodeRow } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { applyEmailChange } from './change-email.ts';
import { codeGuesses, countDigits, countWrongLink } from './auth-limits.ts';
import { confirmAddress, lockUser } from './found-account.ts';
import { hashPassword } from './password.ts';
import { openSession, type SignInOutcome } from './open-session.ts';
import type { Viewer } from './sessions.ts';

export type Proof = { token: string } | { email: string; code: string };

export interface Verify {
  proof: Proof;
  /** The password from the sign-up form, if the browser still has it. */
  password: string | undefined;
  /** The token from `signUp`, which proves that this browser started the sign-up. */
  browserToken: string | undefined;
  viewer: Viewer | null;
}

/**
 * Confirms an email address with the emailed code or link. For a sign-up, completes the sign-up and opens a session.
 * For a change of email address, applies the change and ends the account's other sessions. Returns null if the change
 * was confirmed in a browser that isn't signed in to this account.
 */
export async function verifyEmail(deps: AuthDeps, visit: Visit, verify: Verify): Promise<SignInOutcome | null> {
  const { viewer } = verify;
  const confirmed = await withEvenTiming(() => checkProof(deps, visit, verify));
  if (confirmed.companyId !== null) void deps.wakeUps.enqueue(confirmed.companyId);
  if (confirmed.purpose === 'email-change' && confirmed.userId !== viewer?.userId) return null;
  return openSession(deps, visit, confirmed.userId);
}

type Confirmed = { userId: UserId; purpose: AuthCodeRow['purpose']; companyId: AuthCompany };
type AuthCompany = Awaited<ReturnType<typeof applyEmailChange>>;

async function checkProof(deps: AuthDeps, visit: Visit, verify: Verify): Promise<Confirmed> {
  const { proof } = verify;
  const refusal = 'code' in proof ? () => wrongCode(verify.viewer) : wrongLink;
  const row =
    'code' in proof
      ? await findByCode(deps, visit, { ...proof, viewer: verify.viewer })
      : await findByLink(deps, visit, proof);
  if (!row) throw refusal();
  const passwordHash = verify.password === undefined ? undefined : await hashPassword(verify.password);
  return deps.system.transaction().execute(async (tx) => {
    const user = await lockUser(tx, row.user_id);
    if (!user) throw refusal();
    if (row.purpose === 'verify') refuseOwnAddress(user.email, verify.password);
    // If the code is used twice at the same time, only the first use succeeds.
    if (!(await spendCode(tx, row.id))) throw refusal();
    if (row.purpose === 'email-change')
      return { userId: row.user_id, purpose: row.purpose, companyId: await applyEmailChange(tx, deps, row) };
    await confirm(tx, row, { passwordHash, byLink: 'token' in proof, browserToken: verify.browserToken });
    return { userId: row.user_id, purpose: row.purpose, companyId: null };
  });
}

async function findByLink(
  deps: AuthDeps,
  visit: Visit,
  { token }: { token: string },
): Promise<AuthCodeRow | undefined> {
  const row = await findToken(deps.system, token, ['verify', 'email-change']);
  if (!row) await countWrongLink(deps, visit);
  return row;
}

/** Finds the code for a sign-up's email address, or for the signed-in user's new email address. */
async function findByCode(
  deps: AuthDeps,
  visit: Visit,
  { email, code, viewer }: { email: string; code: string; viewer: Viewer | null },
): Promise<AuthCodeRow | undefined> {
  const counted = await countDigits(deps, visit);
  const row =
    (viewer && (await findChange(deps, viewer, { email, code }))) ?? (await findSignUp(deps, { email, code }));
  if (row) await counted.right();
  return row;
}

async function findChange(
  { system, config }: AuthDeps,
  { userId }: Viewer,
  { email, code }: { email: string; code: string },
): Promise<AuthCodeRow | undefined> {
  // Counted separately from sign-ins. Otherwise, other users could use up this email address's attempts by requesting
  // it as their own new email address.
  const guesses = await codeGuesses(system, { address: `change:${email}`, device: null });
  return tryCode(system, config.APP_SECRET, { userId, purpose: 'email-change', code, guesses, target: email });
}

async function findSignUp(
  deps: AuthDeps,
  { email, code }: { email: string; code: string },
): Promise<AuthCodeRow | undefined> {
  const { system, config } = deps;
  const user = await system.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (!user) return undefined;
  const guesses = await codeGuesses(deps.system, { address: email, device: null });
  return tryCode(system, config.APP_SECRET, { userId: user.id, purpose: 'verify', code, guesses });
}

function refuseOwnAddress(email: string, password: string | undefined): void {
  const problem = password === undefined ? null : passwordProblem(password, email);
  if (problem !== null) throw invalid({ password: problem });
}

/**
 * Confirms a sign-up. Someone else may have signed up with this email address, and that person's password must not work
 * for the account. The sign-up's password is therefore kept only in two cases: if the link is opened in the browser
 * that started the sign-up, or if the six digits are entered. Only that browser's page asks for the digits. In any
 * other case, the password is removed, or replaced by `passwordHash` if given. Throws CONFLICT if the email address is
 * already confirmed.
 */
async function confirm(
  tx: SystemTx,
  row: AuthCodeRow,
  given: { passwordHash: string | undefined; byLink: boolean; browserToken: string | undefined },
): Promise<void> {
  const sameBrowser = given.browserToken !== undefined && hashToken(given.browserToken) === row.browser_hash;
  const keeps = !given.byLink || sameBrowser;
  const isNew = await confirmAddress(tx, row.user_id, {
    ...(given.passwordHash !== undefined && { password_hash: given.passwordHash }),
    ...(given.passwordHash === undefined && !keeps && { password_hash: null }),
  });
  if (!isNew) throw new AppError('This email address is already confirmed. Sign in', 'CONFLICT');
}
