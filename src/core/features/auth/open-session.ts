import type { UserId } from '#shared/primitives/ids.ts';
import { grantListedAdmins } from './admin-emails.ts';
import { issueCode } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { deviceCookie } from './known-device.ts';
import type { Viewer } from './sessions.ts';

/** The result of a sign-in step after a correct secret (`signInAnswer`). */
export type SignInOutcome =
  | { kind: 'session'; viewer: Viewer; setCookies: readonly string[] }
  | { kind: 'totp'; challenge: string };

/**
 * Opens a new session in place of the browser's previous session, and makes the browser a known device. Must be called
 * only after every required factor has been checked.
 */
export async function openSession(
  { system, config, sessions }: AuthDeps,
  { cookieHeader, userAgent }: Visit,
  userId: UserId,
): Promise<SignInOutcome & { kind: 'session' }> {
  await grantListedAdmins(system, config, userId);
  const { setCookie } = await sessions.open(userId, cookieHeader, userAgent);
  const { viewer } = await sessions.read(setCookie.split(';')[0]);
  if (!viewer) throw new Error("a session that was just opened can't be read");
  const owner = await system
    .selectFrom('users')
    .select(['id', 'device_epoch'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { kind: 'session', viewer, setCookies: [setCookie, deviceCookie(config, cookieHeader, owner)] };
}

/**
 * Completes the first factor (password, code, link or Google): opens the session, or asks for the second factor if the
 * account has one.
 */
export async function finishFirstStep(deps: AuthDeps, visit: Visit, userId: UserId): Promise<SignInOutcome> {
  const { totp_sealed: totp } = await deps.system
    .selectFrom('users')
    .select('totp_sealed')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (totp === null) return openSession(deps, visit, userId);
  const { token } = await deps.system
    .transaction()
    .execute((tx) => issueCode(tx, deps.config.APP_SECRET, { userId, purpose: 'totp' }));
  if (token === null) throw new Error('a second step without a challenge');
  return { kind: 'totp', challenge: token };
}
