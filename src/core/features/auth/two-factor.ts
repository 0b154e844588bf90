import { sql } from 'kysely';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { MessageOwner } from '../../platform/deps.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { open, seal } from '../../platform/secrets.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import type { AccountChange } from './messages/auth-messages.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { requireRecent } from './confirm-again.ts';
import { openSession } from './open-session.ts';
import {
  checkSecondFactor,
  countFactor,
  newTotpSecret,
  replaceRecoveryCodes,
  sealContext,
  totpStep,
  totpUri,
} from './second-factor.ts';
import type { Viewer } from './sessions.ts';

const WRONG = 'That code isn’t right. Check your phone’s clock and use the newest code';

/**
 * Creates a secret for an authenticator app. Two-factor authentication stays off until `enableTotp` verifies digits
 * from the app.
 */
export async function setUpTotp(
  deps: AuthDeps,
  visit: Visit,
  { viewer, currentPassword }: { viewer: Viewer; currentPassword: string | undefined },
): Promise<{ secret: string; uri: string }> {
  const { system, config } = deps;
  const { userId } = viewer;
  await requireRecent(deps, visit, { userId, currentPassword });
  const secret = newTotpSecret();
  const { numUpdatedRows } = await system
    .updateTable('users')
    .set({ totp_pending_sealed: seal(secret, config.APP_SECRET, sealContext(userId)) })
    .where('id', '=', userId)
    .where('totp_sealed', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('Two-factor sign-in is already on', 'CONFLICT');
  return { secret, uri: totpUri(secret, { issuer: config.PRODUCT_NAME, label: viewer.email }) };
}

/**
 * Turns on two-factor authentication with a first code from the app. Returns ten recovery codes, which can't be read
 * again later. Ends other sessions and renews this session.
 */
export async function enableTotp(
  deps: AuthDeps,
  visit: Visit,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<{ recoveryCodes: string[]; setCookies: readonly string[] }> {
  const { userId } = viewer;
  return changed(deps, visit, { viewer, change: 'totp-on' }, async (tx) => {
    const user = await lockTotp(tx, userId);
    if (user.totp_sealed !== null) throw new AppError('Two-factor sign-in is already on', 'CONFLICT');
    if (user.totp_pending_sealed === null) throw new AppError('Start by scanning the QR code', 'CONFLICT');
    const secret = open(user.totp_pending_sealed, deps.config.APP_SECRET, sealContext(userId));
    const step = secret === undefined ? null : totpStep(secret, code, Date.now());
    if (step === null) throw invalid({ code: WRONG });
    await tx
      .updateTable('users')
      .set({ totp_sealed: user.totp_pending_sealed, totp_pending_sealed: null, totp_last_step: step })
      .where('id', '=', userId)
      .execute();
    return replaceRecoveryCodes(tx, userId);
  });
}

/**
 * Turns off two-factor authentication with a code from the app or a recovery code. Ends other sessions and renews this
 * session.
 */
export async function disableTotp(
  deps: AuthDeps,
  visit: Visit,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<{ setCookies: readonly string[] }> {
  const { userId } = viewer;
  return changed(deps, visit, { viewer, change: 'totp-off' }, async (tx) => {
    await requireFactor(tx, deps, { userId, code });
    await tx
      .updateTable('users')
      .set({ totp_sealed: null, totp_pending_sealed: null, totp_last_step: null })
      .where('id', '=', userId)
      .execute();
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    return [];
  });
}

/** Creates ten new recovery codes and invalidates the old ones. */
export async function renewRecoveryCodes(
  deps: AuthDeps,
  visit: Visit,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = viewer;
  const { recoveryCodes } = await changeInTransaction(deps, visit, { viewer, change: 'recovery-codes' }, async (tx) => {
    await requireFactor(tx, deps, { userId, code });
    return replaceRecoveryCodes(tx, userId);
  });
  return { recoveryCodes };
}

const lockTotp = (tx: SystemTx, userId: UserId) =>
  tx
    .selectFrom('users')
    .select(['totp_sealed', 'totp_pending_sealed'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

async function requireFactor(
  tx: SystemTx,
  { config }: AuthDeps,
  { userId, code }: { userId: UserId; code: string },
): Promise<void> {
  const { totp_sealed: sealed } = await lockTotp(tx, userId);
  if (sealed === null) throw new AppError('Two-factor sign-in is off', 'CONFLICT');
  if ((await checkSecondFactor(tx, config, { userId, code })) === null) throw invalid({ code: WRONG });
}

interface Change {
  viewer: Viewer;
  change: AccountChange;
}

/**
 * Counts an attempt, makes the change in a transaction and notifies the owner by email. A correct code refunds the
 * attempt.
 */
async function changeInTransaction(
  deps: AuthDeps,
  visit: Visit,
  { viewer, change }: Change,
  work: (tx: SystemTx) => Promise<string[]>,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, email } = viewer;
  const counted = await countFactor(deps, visit, userId);
  let companyId: MessageOwner | null = null;
  const recoveryCodes = await deps.system.transaction().execute(async (tx) => {
    const codes = await work(tx);
    companyId = await enqueueAuthMail(tx, deps, { userId, to: email, kind: 'auth.changed', change });
    return codes;
  });
  await counted.right();
  if (companyId !== null) void deps.wakeUps.enqueue(companyId);
  return { recoveryCodes };
}

/** Makes a change with `changeInTransaction`, ends all sessions, and opens a new session for this browser. */
async function changed(
  deps: AuthDeps,
  visit: Visit,
  change: Change,
  work: (tx: SystemTx) => Promise<string[]>,
): Promise<{ recoveryCodes: string[]; setCookies: readonly string[] }> {
  const { userId } = change.viewer;
  const { recoveryCodes } = await changeInTransaction(deps, visit, change, async (tx) => {
    const codes = await work(tx);
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    // Sign-ins that began before the change must start over.
    await sql`delete from auth_codes where user_id = ${userId} and purpose = 'totp'`.execute(tx);
    return codes;
  });
  const { setCookies } = await openSession(deps, visit, userId);
  return { recoveryCodes, setCookies };
}
