import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECOND } from '#shared/primitives/durations.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { hashToken, open } from '../../platform/secrets.ts';
import type { Config } from '../../platform/config.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { type CountedTry, countTry } from './auth-limits.ts';
import { knownDevice } from './known-device.ts';

const PERIOD = 30;
/** Also accepts the previous and next time steps, because clocks differ and typing the digits takes time. */
const WINDOW = 1;

const generator = (base32: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  // Every authenticator app supports these values (RFC 6238).
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(base32) });

/** Creates a new shared secret: 160 bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the URI that an authenticator app reads from a QR code. */
export const totpUri = (base32: string, names: { issuer: string; label: string }): string =>
  generator(base32, names).toString();

/**
 * Returns the time step that the six digits belong to, or null if they don't match any time step near `at`
 * (milliseconds of wall-clock time).
 */
export function totpStep(base32: string, digits: string, at: number): number | null {
  const delta = generator(base32).validate({ token: digits, window: WINDOW, timestamp: at });
  return delta === null ? null : Math.floor(at / SECOND / PERIOD) + delta;
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Creates a recovery code from 80 random bits: sixteen letters and digits. `shown` splits them into groups of four. */
function newRecoveryCode(): { plain: string; shown: string } {
  const plain = [...randomBytes(16)].map((byte) => BASE32[byte % BASE32.length]).join('');
  return { plain, shown: plain.replace(/(.{4})(?=.)/g, '$1-') };
}

const HOW_MANY = 10;

/** Creates ten new recovery codes to display, and invalidates the old ones. Stores only their hashes. */
export async function replaceRecoveryCodes(tx: SystemTx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newRecoveryCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map(({ plain }) => ({ user_id: userId, code_hash: hashToken(plain) })))
    .execute();
  return codes.map(({ shown }) => shown);
}

/**
 * Uses up a recovery code. Returns whether the code was valid. A plain hash is safe, because a code has 80 random bits.
 */
async function spendRecoveryCode(tx: SystemTx, userId: UserId, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The encryption context of an authenticator secret. */
export const sealContext = (userId: UserId): string => `totp:${userId}`;

/**
 * Counts an attempt at the second factor. On a known device that has attempts left, the attempt counts only against
 * that device's limit. Throws RATE_LIMITED.
 */
export async function countFactor(deps: AuthDeps, visit: Visit, userId: UserId): Promise<CountedTry> {
  const owner = await deps.system
    .selectFrom('users')
    .select(['id', 'device_epoch'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const device = knownDevice(deps.config, visit.cookieHeader, owner);
  return countTry(deps, visit, { flow: 'totp', account: userId, device });
}

/**
 * Checks a six-digit code from the authenticator app, or a recovery code, and marks it as used. Returns null if the
 * code is wrong or was already used. Each time step's digits work only once, so an observer can't reuse them (RFC 6238,
 * 5.2).
 */
export async function checkSecondFactor(
  tx: SystemTx,
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
  { userId, code }: { userId: UserId; code: string },
): Promise<'app' | 'recovery' | null> {
  if (!/^\d{6}$/.test(code)) return (await spendRecoveryCode(tx, userId, code)) ? 'recovery' : null;
  const { totp_sealed: sealed } = await tx
    .selectFrom('users')
    .select('totp_sealed')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (sealed === null) return null;
  const secret = open(sealed, APP_SECRET, sealContext(userId));
  if (secret === undefined) throw new Error('a second factor was sealed with another APP_SECRET');
  const step = totpStep(secret, code, Date.now());
  if (step === null) return null;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((user) => user.or([user('totp_last_step', 'is', null), user('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n ? 'app' : null;
}
